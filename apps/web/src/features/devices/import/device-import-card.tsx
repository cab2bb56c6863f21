import type { DeviceImport } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { callKey, useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { download } from '../../../ui/chart/download.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import styles from '../../../ui/form/table-import.module.css';
import { Card } from '../../../ui/page/card.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { countsText } from './counts-text.ts';
import { ImportRows } from './import-rows.tsx';

const LOOK_MS = 1000;
const SHOWS_DEVICES = ['listDevices', 'getStation', 'listStations'] as const;
const READS = ['getDeviceImport', 'listDeviceImportRows', 'listDeviceImports'] as const;

interface DeviceImportCardProps {
  id: number;
  onAnother: () => void;
}

/** A table of devices that the server has: what is wrong in it, how far it is, what became of its rows. It goes on without this page. */
export function DeviceImportCard({ id, onAnother }: DeviceImportCardProps) {
  const client = useQueryClient();
  const input = { params: { id } };
  const known = client.getQueryData<DeviceImport>(callKey('getDeviceImport', input));
  const isRunning = known?.state === 'running';
  const { data, error, refetch } = useCall('getDeviceImport', input, {
    refetchMs: isRunning ? LOOK_MS : false,
  });
  const ended = data?.state === 'ended';
  useEffect(() => {
    if (!ended) return;
    for (const route of [...SHOWS_DEVICES, 'listDeviceImportRows'])
      void client.invalidateQueries({ queryKey: [route] });
  }, [ended, client]);
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : null;
  return (
    <>
      <Card title={data.fileName}>
        <div className={styles.stack}>
          <State made={data} />
          <Actions made={data} onAnother={onAnother} />
        </div>
      </Card>
      <ImportRows made={data} refetchMs={data.state === 'running' ? LOOK_MS : false} />
    </>
  );
}

function State({ made }: { made: DeviceImport }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const { counts, state, total } = made;
  const figure = (value: number) => format.number(value, 0);
  if (state === 'checked')
    return <p role="status">{t('import.right', { n: figure(counts.ready), all: figure(total) })}</p>;
  if (state === 'ended')
    return (
      <p role="status">
        {t('import.ended', {
          added: figure(counts.added),
          failed: figure(counts.failed),
          wrong: figure(counts.wrong),
        })}
      </p>
    );
  const done = counts.added + counts.failed;
  const all = done + counts.waiting;
  const words = t('import.running', { done: figure(done), total: figure(all) });
  return (
    <>
      <Progress percent={Math.floor((100 * done) / Math.max(1, all))} status="active" aria-label={words} />
      <p role="status">{words}</p>
      <p className={styles.muted}>{countsText(made, t, format)}</p>
    </>
  );
}

function Actions({ made, onAnother }: { made: DeviceImport; onAnother: () => void }) {
  const { t } = useTranslation(['devices', 'stations']);
  const { counts, id, secrets, state } = made;
  const input = { params: { id } };
  const done = { quiet: true, invalidates: READS } as const;
  const start = useAction('startDeviceImport', done);
  const stop = useAction('stopDeviceImport', done);
  const result = useAction('exportDeviceImport');
  const save = useAction('getDeviceImportSecrets');
  const begin = (rows: 'ready' | 'failed') => start.mutate({ ...input, body: { rows } });
  return (
    <>
      <FormFailure error={start.error ?? stop.error} />
      <div className={styles.buttons}>
        {state !== 'running' && (counts.ready > 0 || state === 'checked') ? (
          <Button
            kind="primary"
            disabled={counts.ready === 0}
            busy={start.isPending}
            onClick={() => begin('ready')}
          >
            {t('serials.add', { n: counts.ready })}
          </Button>
        ) : null}
        {state !== 'running' && counts.failed > 0 ? (
          <Button busy={start.isPending} onClick={() => begin('failed')}>
            {t('import.retry', { n: counts.failed })}
          </Button>
        ) : null}
        {state === 'running' ? (
          <Button busy={stop.isPending} onClick={() => stop.mutate(input)}>
            {t('import.stop')}
          </Button>
        ) : null}
        <Button
          busy={result.isPending}
          onClick={() =>
            result.mutate(
              { ...input, query: { format: 'csv' } },
              { onSuccess: (content) => download(`devices-${id}.csv`, content) },
            )
          }
        >
          {t('import.result')}
        </Button>
        {secrets > 0 ? (
          <Button
            busy={save.isPending}
            onClick={() => save.mutate(input, { onSuccess: (content) => download('secrets.csv', content) })}
          >
            {t('serials.secrets')}
          </Button>
        ) : null}
        {state === 'running' ? null : <Button onClick={onAnother}>{t('stations:batch.another')}</Button>}
      </div>
      {secrets > 0 ? <p className={styles.muted}>{t('import.secretsHint')}</p> : null}
    </>
  );
}
