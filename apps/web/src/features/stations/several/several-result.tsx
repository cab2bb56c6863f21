import type { SeveralResult } from '@sunfleet/contract';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from './several.module.css';

const OUTCOMES = ['done', 'unchanged', 'waits', 'refused'] as const;

interface SeveralResultDialogProps {
  result: SeveralResult;
  onClose: () => void;
}

/** What became of the stations: how many of each kind, and every refusal with its reason. */
export function SeveralResultDialog({ result: { results }, onClose }: SeveralResultDialogProps) {
  const { t } = useTranslation(['stations', 'common']);
  const format = useFormat();
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  return (
    <Modal
      open
      title={t('several.result')}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
      }
    >
      {OUTCOMES.map((outcome) => ({
        outcome,
        n: results.filter((one) => one.outcome === outcome).length,
      }))
        .filter(({ n }) => n > 0)
        .map(({ outcome, n }) => (
          <p key={outcome}>{t(`several.${outcome}`, { n: format.number(n, 0) })}</p>
        ))}
      {refused.length > 0 ? (
        // Scrolled by the keyboard as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={styles.results} tabIndex={0} aria-label={t('several.result')}>
          {refused.map(({ id, name, reason }) => (
            <li key={id}>
              <span>{name ?? `#${id}`}</span>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </Modal>
  );
}
