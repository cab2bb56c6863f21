import type { DeviceDetail, FaultRecording as Recording } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/call/failure-text.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { usePointName } from '../../../parts/points/use-point-name.ts';
import type { Curve, TimeDrawing } from '../../../ui/chart/drawing.ts';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from './detail.module.css';

const TONES = ['series-1', 'series-2', 'series-3', 'series-4'] as const;

/** What the device recorded around its last fault, read from it when somebody asks. */
export function FaultRecording({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation(['devices', 'runs']);
  const { t: common } = useTranslation('common');
  const read = useAction('readFaultRecording', { quiet: true });
  const { data, error } = read;
  const state = () => {
    if (error) return failureText(error, common);
    if (data?.failure) return t('recording.failed', { why: t(`failure.${data.failure}`, { ns: 'runs' }) });
    return data && !data.recording ? t('recording.none') : t('recording.hint');
  };
  return (
    <Card title={t('recording.title')}>
      <p aria-live="polite" className={styles.told}>
        {state()}
      </p>
      <Button busy={read.isPending} onClick={() => read.mutate({ params: { id: device.id } })}>
        {t('recording.read')}
      </Button>
      {data?.recording ? <Drawn device={device} recording={data.recording} /> : null}
    </Card>
  );
}

function Drawn({ device, recording }: { device: DeviceDetail; recording: Recording }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const nameOf = usePointName();
  const zone = device.station?.timeZone ?? 'UTC';
  const drawing = useMemo((): TimeDrawing => {
    const { from, stepMs, channels } = recording;
    const longest = Math.max(1, ...channels.map(({ values }) => values.length));
    const curves = channels.map(({ key, unit, values }, index): Curve => {
      const times = values.map((_, at) => from + at * stepMs);
      return {
        name: nameOf(key, null),
        tone: TONES[index % TONES.length]!,
        unit,
        draw: 'line',
        times,
        values,
      };
    });
    return {
      panels: curves.map((curve) => ({ curves: [curve], height: 130, free: true })),
      from,
      to: from + (longest - 1) * stepMs,
      zone,
    };
  }, [recording, nameOf, zone]);
  const time = format.dateTime(recording.at, zone);
  return (
    <TimeChart
      title={t('recording.title')}
      summary={t('recording.summary', { code: recording.code, time })}
      file={`${device.sn}_${recording.code}`}
      drawing={drawing}
      empty={recording.channels.length === 0}
    />
  );
}
