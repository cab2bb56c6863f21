import { ALARM_RULE_PACK, PACKED_RULES } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Check } from '../../../ui/form/field.tsx';
import styles from './rules.module.css';
import { useRuleName } from './use-rule-name.ts';

/** Takes shipped rules as rules of the organisation. */
export function PackDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('alarm-rules');
  const nameOf = useRuleName();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const take = useAction('importAlarmRules', {
    quiet: true,
    invalidates: ['listAlarmRules'],
    onDone: onClose,
  });
  const rules = PACKED_RULES.filter((pack) => chosen.has(pack)).map((pack) => ({
    ...ALARM_RULE_PACK[pack],
    pack,
  }));
  return (
    <ActionDialog
      title={t('pack.open')}
      okText={t('pack.take')}
      busy={take.isPending}
      disabled={rules.length === 0}
      error={take.error}
      onOk={() => take.mutate({ body: { rules } })}
      onClose={onClose}
    >
      <p className={styles.muted}>{t('pack.hint')}</p>
      {PACKED_RULES.map((pack) => (
        <Check
          key={pack}
          checked={chosen.has(pack)}
          label={
            <>
              {nameOf({ name: '', pack })}
              <br />
              <code className={styles.muted}>{ALARM_RULE_PACK[pack].raise}</code>
            </>
          }
          onChange={(on) =>
            setChosen(new Set(PACKED_RULES.filter((one) => (one === pack ? on : chosen.has(one)))))
          }
        />
      ))}
    </ActionDialog>
  );
}
