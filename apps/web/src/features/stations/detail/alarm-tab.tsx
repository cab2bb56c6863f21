import { useTranslation } from 'react-i18next';
import { useStation } from '../../../parts/stations/use-station.ts';
import { OwnAlarms } from '../../../parts/alarms/own-alarms.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';

/** Alarms of the station. */
export function AlarmTab() {
  const { t } = useTranslation('stations');
  const empty = <EmptyState title={t('alarm.emptyTitle')} hint={t('alarm.emptyHint')} />;
  return <OwnAlarms of="station" id={useStation().id} label={t('detail.tab.alarm')} empty={empty} />;
}
