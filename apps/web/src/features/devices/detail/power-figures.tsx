import type { DeviceDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { usePointName } from '../../../parts/points/use-point-name.ts';
import { Age, FRESH_MS } from '../../../ui/figure/age.tsx';
import { Figure } from '../../../ui/figure/figure.tsx';
import { powersOf } from './device-powers.ts';

/** The powers of a device, each by the name of its point and with its age. */
export function PowerFigures({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const nameOf = usePointName();
  const may = useMay('telemetry.view');
  const input = { params: { id: device.id } };
  const latest = useCall('deviceLatest', input, { enabled: may, refetchMs: 60_000 });
  const { status, lastDataAt } = device.live;
  const now = useNow(60_000);
  const asleep = status === 'standby' && lastDataAt !== null && now - lastDataAt > FRESH_MS;
  return powersOf(device, may && latest.isPending ? undefined : (latest.data ?? [])).map(
    ({ name, watts, time }) => (
      <Figure
        key={name}
        label={name === 'pvPower' ? t('figure.pvPower') : nameOf(name)}
        value={format.powerParts(watts)}
        note={
          <>
            {time === null || watts === null ? null : <Age time={time} {...zoneOf(device)} />}
            {name === 'pvPower' ? <span>{t('figure.pvPowerNote')}</span> : null}
            {asleep && watts === 0 && time === lastDataAt ? <span>{t('figure.asleep')}</span> : null}
          </>
        }
      />
    ),
  );
}

const zoneOf = ({ station }: DeviceDetail) => (station ? { zone: station.timeZone } : {});
