import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ADDRESSES } from '@sunfleet/contract';
import { useMay } from '../../../lib/session/session-context.tsx';
import { NearMiss } from '../../../parts/points/near-miss.tsx';
import { EndRecording } from '../recordings/end-recording.tsx';
import { RecordPoint } from '../recordings/record-point.tsx';
import type { LatestPoint } from './device-points.ts';
import styles from './points.module.css';

export interface NotedDevice {
  id: number;
  sn: string;
  name: string | null;
}

export type Reported = Pick<LatestPoint, 'key' | 'time'>;

interface CustomPointNoteProps {
  device: NotedDevice;
  point: Pick<LatestPoint, 'key' | 'unit' | 'recordedAs' | 'recordedBefore'>;
  /** Everything that the device reports. */
  reported: readonly Reported[];
}

/** Of a custom point: as what it is recorded now, or what was meant by its key; each with the button for those who may. */
export function CustomPointNote({ device, point, reported }: CustomPointNoteProps) {
  const { t } = useTranslation('points');
  const mayRecord = useMay('devices.create');
  const [open, setOpen] = useState(false);
  const { recordedAs } = point;
  if (recordedAs) return <Recorded device={device} pointKey={point.key} recordedAs={recordedAs} />;
  const offer = (meant: string) => (
    <Button size="small" onClick={() => setOpen(true)}>
      {t('record.offer', { key: meant })}
    </Button>
  );
  return (
    <>
      <NearMiss
        point={point}
        beside={reportedBeside(point, reported)}
        {...(mayRecord ? { action: offer } : {})}
      />
      {open ? (
        <RecordPoint point={point} devices={[device]} ofAll={undefined} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

/** Keys that the device reports by itself: a value from before a recording ended came from this point. */
function reportedBeside(
  { recordedBefore = [] }: CustomPointNoteProps['point'],
  reported: readonly Reported[],
): string[] {
  const cameFromHere = ({ key, time }: Reported) =>
    recordedBefore.some(({ point, until }) => point === key && time <= until);
  return reported.filter((one) => !cameFromHere(one)).map(({ key }) => key);
}

interface RecordedProps {
  device: NotedDevice;
  pointKey: string;
  recordedAs: NonNullable<LatestPoint['recordedAs']>;
}

/** What holds for all devices of the organisation is changed where all of them are seen. */
function Recorded({ device, pointKey: key, recordedAs: { point, ofAll } }: RecordedProps) {
  const { t } = useTranslation('points');
  const mayEnd = useMay('devices.create');
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.recorded}>
      {t('record.is', { point })}{' '}
      {ofAll ? <Link to={`${ADDRESSES.customPoints}?q=${key}`}>{t('record.ofAll')}</Link> : null}
      {mayEnd && !ofAll ? (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('record.end')}
        </Button>
      ) : null}
      {open ? (
        <EndRecording
          recorded={{ key, point }}
          device={device}
          organisationId={undefined}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
