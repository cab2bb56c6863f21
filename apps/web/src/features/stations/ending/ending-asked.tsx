import type { StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/form/button.tsx';
import styles from './ending.module.css';

/** That somebody wants the station ended and waits for a second person. */
export function EndingAsked({ station, onAgree }: { station: StationDetail; onAgree: () => void }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const ending = useCall('getStationEnding', { params: { id: station.id } });
  const cancel = useAction('cancelStationEnding', { invalidates: ['getStationEnding'] });
  const asked = ending.data?.asked;
  if (!asked) return null;
  const who = asked.by ?? t('edit.somebody');
  return (
    <div role="status" className={styles.asked}>
      <span>{t('ended.waits', { who, when: format.dateTime(asked.at, station.timeZone) })}</span>
      <span className={styles.buttons}>
        {asked.own ? null : (
          <Button kind="primary" onClick={onAgree}>
            {t('ended.agree')}
          </Button>
        )}
        <Button busy={cancel.isPending} onClick={() => cancel.mutate({ params: { id: station.id } })}>
          {t(asked.own ? 'ended.withdraw' : 'ended.decline')}
        </Button>
      </span>
    </div>
  );
}
