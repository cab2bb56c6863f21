import type { AlarmRuleInput, AlarmRuleTest } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/form/button.tsx';
import styles from './rules.module.css';

interface RuleCostProps {
  input: AlarmRuleInput;
  test: AlarmRuleTest;
}

/** What was missing while the alarms of a rule would have stood, on the stations with most of them. */
export function RuleCost({ input, test: { stations } }: RuleCostProps) {
  const { t } = useTranslation('alarm-rules');
  const format = useFormat();
  const cost = useAction('checkAlarmRuleCost', {});
  const { data } = cost;
  if (stations.length === 0) return null;
  const ask = () => cost.mutate({ body: { ...input, stationIds: stations.map(({ id }) => id) } });
  return data ? (
    <p role="status">
      {t('test.cost', {
        hours: format.number(data.hours, 0),
        devices: format.number(data.devices, 0),
        lost: data.lost === null ? t('test.costUnknown') : format.energy(data.lost),
      })}
      <span className={styles.muted}> {t('test.costOf', { n: stations.length })}</span>
    </p>
  ) : (
    <div>
      <Button busy={cost.isPending} onClick={ask}>
        {t('test.askCost')}
      </Button>
    </div>
  );
}
