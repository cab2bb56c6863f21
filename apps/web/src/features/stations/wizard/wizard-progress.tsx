import { useTranslation } from 'react-i18next';
import styles from './wizard.module.css';

const STEPS = ['basics', 'place', 'details', 'logger'] as const;
type Step = (typeof STEPS)[number] | 'data';

interface WizardProgressProps {
  at: number;
  /** Those of a station and its logger, where none are named. */
  steps?: readonly Step[];
}

/** Shows all steps, with the present one marked. */
export function WizardProgress({ at, steps = STEPS }: WizardProgressProps) {
  const { t } = useTranslation('stations');
  return (
    <ol className={styles.progress}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span aria-hidden="true">{index < at ? '✓' : index + 1}</span>
          {step === 'data' ? t('firstSteps.data') : t(`wizard.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
