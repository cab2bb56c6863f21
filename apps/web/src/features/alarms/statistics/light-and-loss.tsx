import { type AlarmStatistics, LIGHT_STEPS } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/page/card.tsx';
import { GroupBars } from './group-bars.tsx';
import styles from './statistics.module.css';
import { useGroupName } from './use-group-name.ts';

/** The causes that cost most. */
const CAUSES = 8;

/** At which light alarms began, and which of them cost most. */
export function LightAndLoss({ groups }: Pick<AlarmStatistics, 'groups'>) {
  const { t } = useTranslation('alarms');
  const nameOf = useGroupName(groups);
  const light = ['', ...LIGHT_STEPS].map((step) => groups.light.find(({ key }) => key === String(step)));
  const [unknown, ...known] = light;
  return (
    <div className={styles.halves}>
      <Card title={t('statistics.light')}>
        <GroupBars
          title={t('statistics.light')}
          of={t('statistics.by.light')}
          rows={[...known, unknown].filter((row) => row !== undefined)}
          nameOf={(row) => nameOf('light', row)}
          by="alarms"
          hint={t('statistics.lightHint')}
        />
      </Card>
      <Card title={t('statistics.lossByCause')}>
        <GroupBars
          title={t('statistics.lossByCause')}
          of={t('statistics.by.code')}
          rows={groups.loss.slice(0, CAUSES)}
          nameOf={(row) => nameOf('loss', row)}
          by="lost"
          hint={t('statistics.lossHint')}
        />
      </Card>
    </div>
  );
}
