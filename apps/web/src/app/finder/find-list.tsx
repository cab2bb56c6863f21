import { StarFilled } from '@ant-design/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Marked } from '../../ui/mark/marked.tsx';
import styles from './finder.module.css';
import { FIND_GROUPS, type Find } from './finds-of.ts';
import { useGroupName } from './use-group-name.ts';

interface FindListProps {
  id: string;
  finds: readonly Find[];
  /** What is marked in them. */
  wanted: string;
  /** Index of the find that Enter opens. */
  active: number;
  onOpen: (index: number) => void;
}

/** What was found, by kind; the active one is kept in view. */
export function FindList({ id, finds, wanted, active, onOpen }: FindListProps) {
  const { t } = useTranslation('common');
  const nameOf = useGroupName();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={box} id={id} role="listbox" aria-label={t('search')} className={styles.list}>
      {FIND_GROUPS.filter((group) => finds.some((find) => find.group === group)).map((group) => (
        <div key={group} role="group" aria-label={nameOf(group)}>
          {group === 'all' ? null : (
            <p className={styles.group} aria-hidden="true">
              {nameOf(group)}
            </p>
          )}
          {finds.map((find, index) =>
            find.group === group ? (
              <div
                key={find.key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={styles.find}
                onClick={() => onOpen(index)}
              >
                <span className={styles.title}>
                  {find.star?.favourite ? (
                    <StarFilled className={styles.star} aria-label={t('favourite.is')} />
                  ) : null}
                  {find.group === 'all' ? (
                    find.title
                  ) : (
                    <Marked text={find.title} of={[wanted, ...(find.alike ?? [])]} />
                  )}
                </span>
                <span className={styles.note}>
                  <Marked text={find.note} of={[wanted, ...(find.alike ?? [])]} />
                </span>
              </div>
            ) : null,
          )}
        </div>
      ))}
    </div>
  );
}
