import type { OutputOf } from '@sunfleet/api-client';
import { guideAddress } from '@sunfleet/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { Age } from '../../../ui/figure/age.tsx';
import { ToneBadge } from '../../../ui/status/tone-badge.tsx';
import { usePointName } from '../../points/use-point-name.ts';
import type { ConnectedDevice } from './connected-device.ts';
import styles from './connect.module.css';

/** Where no stream reaches the page, it asks as often as this. */
const ASK_MS = 10_000;

/** What a person looks for first. */
const FIRST_POINTS = ['ac.power', 'battery.power', 'meter.power'];

/** After so long without a sample the page says what to look at. */
const PATIENCE_MS = 3 * 60_000;

interface FirstSampleProps {
  device: ConnectedDevice;
  patienceMs?: number;
}

/** Whether the page has waited for so long. */
function useLate(ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}

/** Whether anything of a device arrived: waits for the first sample, then shows the newest value with its age. */
export function FirstSample({ device: { id }, patienceMs = PATIENCE_MS }: FirstSampleProps) {
  const { t } = useTranslation('connect');
  const late = useLate(patienceMs);
  const format = useFormat();
  const nameOf = usePointName();
  useLive({ devices: [id] });
  const params = { id };
  const read = useCall('getDevice', { params }, { refetchMs: ASK_MS });
  const live = read.data?.live;
  const arrived = live !== undefined && live.lastDataAt !== null;
  const latest = useCall('deviceLatest', { params }, { enabled: arrived });
  const point = latest.data && chiefOf(latest.data);
  if (!arrived) {
    const seen = live !== undefined && live.lastSeenAt !== null;
    return (
      <div className={styles.status} role="status" data-state="waiting">
        <ToneBadge tone="connecting">{t(seen ? 'first.connected' : 'first.waiting')}</ToneBadge>
        {late ? <WhatToCheck /> : null}
      </div>
    );
  }
  return (
    <div className={styles.status} role="status" data-state="arrived">
      <ToneBadge tone="normal">
        {point
          ? t('first.value', {
              point: point.name ?? nameOf(point.key),
              value: format.value(point.value, point.unit),
            })
          : t('first.arrived')}
      </ToneBadge>
      <span>
        {format.dateTime(point?.time ?? live.lastDataAt)} · <Age time={point?.time ?? live.lastDataAt} />
      </span>
    </div>
  );
}

function WhatToCheck() {
  const { t } = useTranslation('connect');
  return (
    <div className={styles.late}>
      <p>{t('first.late.title')}</p>
      <ul>
        {CHECKS.map((check) => (
          <li key={check}>{t(`first.late.${check}`)}</li>
        ))}
      </ul>
      <Link to={guideAddress('device-api')}>{t('first.late.guide')}</Link>
    </div>
  );
}

const CHECKS = ['on', 'address', 'out', 'sn'] as const;

/** Power where there is one, else what came last. */
function chiefOf(points: OutputOf<'deviceLatest'>): OutputOf<'deviceLatest'>[number] | undefined {
  const chief = FIRST_POINTS.flatMap((key) => points.filter((point) => point.key === key))[0];
  return chief ?? points.toSorted((a, b) => b.time - a.time)[0];
}
