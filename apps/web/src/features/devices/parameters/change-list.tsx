import type { OutputOf } from '@sunfleet/api-client';
import type { Parameter } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useParameterWords } from '../../../parts/parameters/use-parameter-words.ts';
import { Card } from '../../../ui/page/card.tsx';
import styles from './parameters.module.css';

interface ChangeListProps {
  changes: OutputOf<'listParameters'>['changes'];
  parameters: ReadonlyMap<string, Parameter>;
  zone: string | undefined;
}

/** The newest changes of the device, by whom and from what into what. */
export function ChangeList({ changes, parameters, zone }: ChangeListProps) {
  const { t } = useTranslation(['parameters', 'runs']);
  const format = useFormat();
  const words = useParameterWords();
  if (changes.length === 0) return null;
  return (
    <Card title={t('history')}>
      <ul className={styles.rows}>
        {changes.map(({ key, at, by, before, after, wanted, state, failure, reason }) => {
          const parameter = parameters.get(key);
          return (
            <li key={`${key} ${at}`} className={styles.change}>
              <span>
                {words.nameOf(key)}: {words.valueOf(parameter, before)} →{' '}
                <strong>{words.valueOf(parameter, state === 'done' ? (after ?? wanted) : wanted)}</strong>
                {state === 'done'
                  ? null
                  : ` (${t(parameter?.group === 'grid' ? 'safetyFailed' : 'changeFailed', {
                      why: t(`failure.${failure ?? 'failed'}`, { ns: 'runs' }),
                    })})`}
              </span>
              <span className={styles.muted}>
                {[by?.name ?? t('gone'), format.dateTime(at, zone), reason].filter(Boolean).join(' · ')}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
