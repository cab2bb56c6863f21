import type { CallError } from '@sunfleet/api-client';
import { LIMITS, type StationExport } from '@sunfleet/contract';
import { Button, Modal, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { download } from '../../../ui/chart/download.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import styles from './export.module.css';

/** While a file is written, and otherwise. */
const REFETCH_MS = { writing: 1500, idle: 30_000 };
const HOUR_MS = 3_600_000;

interface ExportPanelProps {
  /** Of the file that was asked for last. */
  error: CallError | null;
  onClose: () => void;
}

const isOpen = ({ state }: StationExport) => state === 'waiting' || state === 'running';

/** Files of the list: how far each is, and the way to it. They are written on also when this is closed. */
export function ExportPanel({ error, onClose }: ExportPanelProps) {
  const { t } = useTranslation(['stations', 'common']);
  const known = useCall('listStationExports', {}, { refetchMs: REFETCH_MS.idle });
  const writing = known.data?.some(isOpen) ?? false;
  useCall('listStationExports', {}, { enabled: writing, refetchMs: REFETCH_MS.writing });
  return (
    <Modal
      open
      title={t('export.files')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <p>{t('export.hint', { hours: LIMITS.stationExportMs / HOUR_MS })}</p>
      <FormFailure error={error} />
      <Loaded loading={known}>
        {known.data?.length === 0 ? <p>{t('export.none')}</p> : null}
        <ul className={styles.files}>
          {known.data?.map((file) => (
            <ExportRow key={file.id} file={file} />
          ))}
        </ul>
      </Loaded>
    </Modal>
  );
}

function ExportRow({ file }: { file: StationExport }) {
  const { t } = useTranslation(['stations', 'errors', 'common']);
  const format = useFormat();
  const when = format.dateTime(file.createdAt);
  const name = `stations-${new Date(file.createdAt).toISOString().slice(0, 10)}.${file.format}`;
  const fetchFile = useAction('getStationExport', { onDone: (content) => download(name, content) });
  const remove = useAction('deleteStationExport', { invalidates: ['listStationExports'] });
  const target = { params: { id: file.id } };
  return (
    <li>
      <div className={styles.about}>
        <strong>{t(`common:export.${file.format}`)}</strong> <span className={styles.note}>{when}</span>
        <p className={styles.note} role="status">
          {file.state === 'failed' && file.error
            ? t(`errors:${file.error}`, {
                most: format.number(LIMITS.exportRows, 0),
                days: LIMITS.newcomerDays,
              })
            : t(`export.state.${file.state}`, {
                rows: format.number(file.rows, 0),
                total: format.number(file.total, 0),
              })}
        </p>
        {isOpen(file) ? (
          <Progress
            percent={file.total ? Math.round((100 * file.rows) / file.total) : 0}
            size="small"
            aria-label={t('export.progress')}
          />
        ) : null}
      </div>
      <div className={styles.buttons}>
        {file.state === 'done' ? (
          <Button type="primary" loading={fetchFile.isPending} onClick={() => fetchFile.mutate(target)}>
            {t('export.download')}
          </Button>
        ) : null}
        <Button loading={remove.isPending} onClick={() => remove.mutate(target)}>
          {t(isOpen(file) ? 'export.stop' : 'export.delete')}
        </Button>
      </div>
    </li>
  );
}
