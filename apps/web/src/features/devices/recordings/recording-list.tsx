import { deviceAddress, type CustomPoint, type PointRecording } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { usePointName } from '../../../parts/points/use-point-name.ts';
import { EndRecording } from './end-recording.tsx';
import styles from './recordings.module.css';

interface RecordingListProps {
  row: CustomPoint;
  organisationId: number | undefined;
  /** Whether the person may end them. */
  mayEnd: boolean;
}

/** As what a custom point is recorded, of which devices, since when and by whom, each with the way back. */
export function RecordingList({ row, organisationId, mayEnd }: RecordingListProps) {
  const { t } = useTranslation('points');
  const [ended, setEnded] = useState<PointRecording>();
  const more = row.recordingCount - row.recordings.length;
  if (row.recordingCount === 0) return null;
  return (
    <div className={styles.recordings}>
      {t('record.column')}
      <ul className={styles.list}>
        {row.recordings.map((recording) => (
          <li key={recording.device?.id ?? 'all'}>
            <Said recording={recording} />
            {mayEnd ? (
              <Button size="small" onClick={() => setEnded(recording)}>
                {t('record.end')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {more > 0 ? <span>{t('custom.more', { count: more })}</span> : null}
      {ended ? (
        <EndRecording
          recorded={{ key: row.key, point: ended.point }}
          device={ended.device}
          organisationId={organisationId}
          onClose={() => setEnded(undefined)}
        />
      ) : null}
    </div>
  );
}

function Said({ recording: { device, point, unit, by, at } }: { recording: PointRecording }) {
  const { t } = useTranslation('points');
  const format = useFormat();
  const nameOf = usePointName();
  const wanted = pointByKey(point)?.unit ?? '';
  const who = by ?? t('record.nobody');
  return (
    <>
      <strong>{point}</strong> ({nameOf(point)})
      <p>
        {device ? <Link to={deviceAddress(device.id)}>{device.name ?? device.sn}</Link> : t('record.ofAll')}
        {unit === wanted ? '' : ` · ${unit} → ${wanted}`}
      </p>
      <p>{t('record.since', { when: format.dateTime(at), who })}</p>
    </>
  );
}
