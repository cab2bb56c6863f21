import { type Rule, windowRule } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Check, Field } from '../../ui/form/field.tsx';
import styles from './window-fields.module.css';

/** Times of the day between which devices begin, as they are typed. */
export interface WindowDraft {
  hasWindow: boolean;
  from: string;
  to: string;
}

export const noWindow: WindowDraft = { hasWindow: false, from: '22:00', to: '04:00' };

/** What is wrong with the typed times. */
export const windowFault = ({ hasWindow, from, to }: WindowDraft): Rule | undefined =>
  hasWindow ? windowRule({ from, to }) : undefined;

/** As the API takes it. */
export const windowOf = ({ hasWindow, from, to }: WindowDraft) => (hasWindow ? { from, to } : null);

interface WindowFieldsProps {
  draft: WindowDraft;
  error: string | undefined;
  onChange: (change: Partial<WindowDraft>) => void;
}

/** Lets devices begin only between two times of the clock of their station. */
export function WindowFields({ draft, error, onChange }: WindowFieldsProps) {
  const { t } = useTranslation('runs');
  return (
    <>
      <Check
        label={t('window.only')}
        checked={draft.hasWindow}
        onChange={(hasWindow) => onChange({ hasWindow })}
      />
      {draft.hasWindow ? (
        <div className={styles.fields}>
          {(['from', 'to'] as const).map((field) => (
            <Field
              key={field}
              type="time"
              label={t(`window.${field}`)}
              value={draft[field]}
              error={field === 'from' ? error : undefined}
              onChange={(event) => onChange({ [field]: event.target.value })}
            />
          ))}
        </div>
      ) : null}
    </>
  );
}
