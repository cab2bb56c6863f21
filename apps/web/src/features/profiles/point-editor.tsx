import { POINTS } from '@sunfleet/device-model';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/form/button.tsx';
import plain from '../../ui/table/plain-table.module.css';
import {
  EDITED,
  type EditedColumn,
  fieldText,
  pointsIn,
  type RawPoint,
  withField,
  withPoints,
} from './edit-points.ts';
import type { TextProblem } from './judge-text.ts';
import styles from './profiles.module.css';

interface PointEditorProps {
  text: string;
  problems: readonly TextProblem[];
  onChange: (text: string) => void;
}

/** What some columns can hold. */
const CHOICES: Partial<Record<EditedColumn, readonly string[]>> = {
  fn: ['', '3', '4'],
  type: ['u16', 'i16', 'u32', 'i32', 'u64', 'f32', 'ascii', 'datetime'],
  wordOrder: ['', 'hi', 'lo'],
  group: ['', 'fast', 'slow', 'once'],
};

/** The points of a profile as a table; what else a point has stays as the text says it. */
export function PointEditor({ text, problems, onChange }: PointEditorProps) {
  const { t } = useTranslation('profiles');
  const keys = useId();
  const points = pointsIn(text);
  if (!points) return <p className={styles.muted}>{t('edit.noPoints')}</p>;
  const set = (next: readonly RawPoint[]) => onChange(withPoints(text, next));
  const wrong = new Set(problems.map(({ path }) => /^points\.(\d+)/.exec(path)?.[1]));
  return (
    <div className={styles.stack}>
      <datalist id={keys}>
        {POINTS.map(({ key }) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      <div className={plain.wide}>
        <table className={`${plain.table} ${plain.words}`}>
          <caption className="visually-hidden">{t('tab.points')}</caption>
          <thead>
            <tr>
              {EDITED.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('edit.remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map((point, place) => (
              // A point has no name of its own while it is typed.
              // oxlint-disable-next-line react/no-array-index-key -- fields keep what they hold
              <tr key={place} className={wrong.has(String(place)) ? styles.marked : undefined}>
                {EDITED.map((column) => (
                  <td key={column}>
                    <PointField
                      label={t('edit.fieldOf', { field: column, n: place + 1 })}
                      column={column}
                      value={fieldText(point, column)}
                      keys={keys}
                      onChange={(typed) =>
                        set(points.map((one, at) => (at === place ? withField(one, column, typed) : one)))
                      }
                    />
                  </td>
                ))}
                <td>
                  <Button
                    aria-label={t('edit.removeOf', { n: place + 1 })}
                    onClick={() => set(points.filter((_, at) => at !== place))}
                  >
                    ✕
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button onClick={() => set([...points, { key: '', addr: 0, type: 'u16' }])}>{t('edit.add')}</Button>
      </div>
    </div>
  );
}

interface PointFieldProps {
  label: string;
  column: EditedColumn;
  value: string;
  keys: string;
  onChange: (typed: string) => void;
}

function PointField({ label, column, value, keys, onChange }: PointFieldProps) {
  const choices = CHOICES[column];
  if (choices && (choices.includes(value) || value === ''))
    return (
      <select
        className={styles.choice}
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {(value === '' && !choices.includes('') ? ['', ...choices] : choices).map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  return (
    <input
      className={column === 'key' ? styles.key : styles.input}
      aria-label={label}
      list={column === 'key' ? keys : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
