import { type ComponentInput, LIMITS } from '@sunfleet/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { DropZone } from '../../ui/form/drop-zone.tsx';
import { Check, Field } from '../../ui/form/field.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import styles from './components.module.css';
import type { FoundComponent } from './read/found-component.ts';
import { LARGEST_FILE } from './read/largest-file.ts';
import type { UnreadFile } from './read/read-components.ts';
import { templateText } from './read/read-template.ts';

/** Lines that are shown of what a file holds; a search narrows them. */
const SHOWN = 100;

/** Adds components out of a file of one's own: it is read here, and what was chosen of it is sent. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('components');
  const mayAll = useMay('platform.manage');
  const [found, setFound] = useState<readonly FoundComponent[]>([]);
  const [unread, setUnread] = useState<UnreadFile>();
  const [chosen, setChosen] = useState<ReadonlySet<FoundComponent>>(new Set());
  const [everybody, setEverybody] = useState(false);
  const add = useAction('createComponents', {
    quiet: true,
    invalidates: ['listComponents'],
    onDone: ({ added, kept }) => {
      showNotice('success', t('added', { added, kept: kept.length }));
      onClose();
    },
  });
  const read = async (file: File) => {
    const { readComponents } = await import('./read/read-components.ts');
    const bytes = file.size > LARGEST_FILE ? null : new Uint8Array(await file.arrayBuffer());
    const answer = bytes === null ? 'tooLarge' : readComponents(bytes);
    const rows = typeof answer === 'string' ? [] : answer;
    setUnread(typeof answer === 'string' ? answer : undefined);
    setFound(rows);
    const right = rows.filter(({ component }) => component !== null);
    setChosen(new Set(right.length <= LIMITS.componentsAtOnce ? right : []));
  };
  const components = [...chosen].flatMap(({ component }): ComponentInput[] => (component ? [component] : []));
  return (
    <ActionDialog
      title={t('import.title')}
      okText={t('import.add', { count: components.length })}
      disabled={components.length === 0 || components.length > LIMITS.componentsAtOnce}
      busy={add.isPending}
      error={add.error}
      onOk={() => add.mutate({ body: { components, everybody } })}
      onClose={onClose}
    >
      <DropZone
        title={t('import.drop')}
        hint={t('import.hint')}
        accept=".csv,.pan,.ond,.txt"
        onFile={(file) => void read(file)}
      />
      <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(templateText())}`} download="components.csv">
        {t('import.template')}
      </a>
      {unread ? (
        <p role="alert" className={styles.wrong}>
          {t(`import.unread.${unread}`)}
        </p>
      ) : null}
      {found.length > 0 ? <FoundList found={found} chosen={chosen} onChosen={setChosen} /> : null}
      {components.length > LIMITS.componentsAtOnce ? (
        <p role="alert" className={styles.wrong}>
          {t('import.most', { most: LIMITS.componentsAtOnce })}
        </p>
      ) : null}
      {mayAll ? <Check label={t('everybody')} checked={everybody} onChange={setEverybody} /> : null}
    </ActionDialog>
  );
}

interface FoundListProps {
  found: readonly FoundComponent[];
  chosen: ReadonlySet<FoundComponent>;
  onChosen: (chosen: ReadonlySet<FoundComponent>) => void;
}

/** What the file holds; what cannot be added says why. */
function FoundList({ found, chosen, onChosen }: FoundListProps) {
  const { t } = useTranslation(['components', 'rules']);
  const format = useFormat();
  const [q, setQ] = useState('');
  const rows = useMemo(() => {
    const wanted = q.trim().toLowerCase();
    return found.filter(({ name }) => name.toLowerCase().includes(wanted));
  }, [found, q]);
  const wordsOf = ({ faults }: FoundComponent) =>
    faults
      .slice(0, 3)
      .map(({ field, rule }) => `${t(`field.${field}` as 'field.power')}: ${t(rule, { ns: 'rules' })}`)
      .join(' ');
  return (
    <>
      {found.length > SHOWN ? (
        <Field label={t('search')} value={q} onChange={(event) => setQ(event.target.value)} />
      ) : null}
      <p className={styles.muted}>
        {t('import.found', { shown: Math.min(SHOWN, rows.length), all: format.number(found.length, 0) })}
      </p>
      <ul className={styles.found}>
        {rows.slice(0, SHOWN).map((row, at) => (
          // Files name components twice.
          // oxlint-disable-next-line no-array-index-key
          <li key={`${row.name} ${at}`}>
            {row.component ? (
              <Check
                label={row.name}
                checked={chosen.has(row)}
                onChange={(checked) => {
                  const next = new Set(chosen);
                  if (checked) next.add(row);
                  else next.delete(row);
                  onChosen(next);
                }}
              />
            ) : (
              <span className={styles.wrong}>
                <b>{row.name}</b> {wordsOf(row)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
