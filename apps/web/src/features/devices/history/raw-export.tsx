import { DownloadOutlined } from '@ant-design/icons';
import type { DeviceDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { download } from '../../../ui/chart/download.ts';
import { Button } from 'antd';

interface RawExportProps {
  device: DeviceDetail;
  points: readonly string[];
  /** Epoch milliseconds. */
  from: number;
  to: number;
}

/** Every sample of what is drawn as a file, for those who may take measurements away. */
export function RawExport({ device, points, from, to }: RawExportProps) {
  const { t } = useTranslation('devices');
  const name = `${device.name ?? device.sn}.csv`;
  const read = useAction('exportDeviceHistory', { onDone: (content) => download(name, content) });
  if (!useMay('telemetry.export')) return null;
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      title={t('history.rawHint')}
      loading={read.isPending}
      onClick={() => read.mutate({ params: { id: device.id }, query: { points: [...points], from, to } })}
    >
      {t('history.raw')}
    </Button>
  );
}
