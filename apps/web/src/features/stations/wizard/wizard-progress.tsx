import { useTranslation } from 'react-i18next';
import styles from './wizard.module.css';

const STEPS = ['basics', 'place', 'details', 'logger'] as const;

/** Shows all steps, with the present one marked. */
export function WizardProgress({ at }: { at: number }) {
  const { t } = useTranslation('stations');
  return (
    <ol className={styles.progress}>
      {STEPS.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span aria-hidden="true">{index < at ? '✓' : index + 1}</span>
          {t(`wizard.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
