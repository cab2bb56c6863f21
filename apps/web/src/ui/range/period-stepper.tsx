import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './period-stepper.module.css';

interface PeriodStepperProps {
  /** What is shown, in words. */
  name: string;
  /** It is the one that runs now: nothing lies beyond it. */
  last: boolean;
  onStep: (steps: -1 | 1) => void;
}

/** A day, month or other period: its name between a step back and a step forth. */
export function PeriodStepper({ name, last, onStep }: PeriodStepperProps) {
  const { t } = useTranslation('common');
  return (
    <span className={styles.stepper} role="group" aria-label={t('range.label')}>
      <Button
        size="small"
        icon={<LeftOutlined />}
        aria-label={t('range.previous')}
        onClick={() => onStep(-1)}
      />
      <span className={styles.period}>{name}</span>
      <Button
        size="small"
        icon={<RightOutlined />}
        aria-label={t('range.next')}
        disabled={last}
        onClick={() => onStep(1)}
      />
    </span>
  );
}
