import type { OutputOf } from '@sunfleet/api-client';
import type { DeviceDetail } from '@sunfleet/contract';
import { Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/call/failure-text.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { integerField, textField, useUrlState } from '../../../lib/url-state.ts';
import { useTyped } from '../../../lib/use-typed.ts';
import { Approvals } from '../../../parts/approvals/approvals.tsx';
import { useParameterWords } from '../../../parts/parameters/use-parameter-words.ts';
import { RunProgress } from '../../../parts/runs/run-progress.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded, Permitted } from '../../../ui/page/page.tsx';
import { SkeletonTable } from '../../../ui/page/skeleton.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { ChangeList } from './change-list.tsx';
import { EverydayForm } from './everyday-form.tsx';
import { ParameterGroups } from './parameter-groups.tsx';
import styles from './parameters.module.css';
import type { ReadValue } from './read-value.ts';

type Listed = OutputOf<'listParameters'>;

const FIELDS = { find: textField(), run: integerField(undefined) };
const LOOK_MS = 10_000;

/** What can be set on the device: read from it now, set by a run, with who changed what. */
export function ParametersTab({ device }: { device: DeviceDetail }) {
  return (
    <Permitted permission="parameters.read">
      <Known device={device} />
    </Permitted>
  );
}

function Known({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('parameters');
  const listed = useCall('listParameters', { params: { id: device.id } }, { refetchMs: LOOK_MS });
  if (listed.error?.error === 'parametersUnsupported' || listed.error?.error === 'deviceTypeUnknown')
    return <EmptyState title={t('unsupported')} hint={listed.error.message} />;
  return (
    <Loaded loading={listed} skeleton={<SkeletonTable />}>
      {listed.data ? <Parameters device={device} listed={listed.data} /> : null}
    </Loaded>
  );
}

function Parameters({ device, listed }: { device: DeviceDetail; listed: Listed }) {
  const { t } = useTranslation('parameters');
  const words = useParameterWords();
  const [{ find, run }, set] = useUrlState(FIELDS);
  const [typed, type] = useTyped(find, (text) => set({ find: text }));
  const { id } = device;
  const read = useAction('readParameters', { quiet: true });
  const { mutate } = read;
  const asked = useRef(false);
  useEffect(() => {
    // Once when the page is opened: each look costs the device and its logger something.
    if (asked.current) return;
    asked.current = true;
    mutate({ params: { id }, body: {} });
  }, [id, mutate]);
  const [values, setValues] = useState<ReadonlyMap<string, ReadValue>>(new Map());
  const fresh = read.data;
  const [taken, setTaken] = useState(fresh);
  if (fresh && fresh !== taken) {
    setTaken(fresh);
    setValues(new Map([...values, ...fresh.values.map((value) => [value.key, value] as const)]));
  }
  const again = () => mutate({ params: { id }, body: {} });
  const start = (runId: number) => set({ run: runId });
  const byKey = new Map(listed.parameters.map((parameter) => [parameter.key, parameter]));
  const zone = device.station?.timeZone;
  const everyday = listed.parameters.filter(({ risk, maySet }) => risk === 'low' && maySet);
  return (
    <div className={styles.stack}>
      <FromDevice device={device} listed={listed} read={read} onRead={again} />
      {run === undefined ? null : (
        <Card
          title={t('result')}
          extra={<Button onClick={() => set({ run: undefined })}>{t('hide')}</Button>}
        >
          <RunProgress
            key={run}
            runId={run}
            nameOf={words.nameOf}
            valueOf={(key, value) => words.valueOf(byKey.get(key), value)}
            onEnd={again}
          />
        </Card>
      )}
      <Approvals
        route="setDangerousParameters"
        about={(input) => (input as { params: { id: number } }).params.id === id}
        words={(input) => {
          const { changes, reason } = (input as { body: Body }).body;
          const lines = changes.map(
            ({ key, value }) => `${words.nameOf(key)}: ${words.valueOf(byKey.get(key), value)}`,
          );
          return [...lines, ...(reason ? [reason] : [])].join('\n');
        }}
      />
      <EverydayForm
        deviceId={id}
        parameters={everyday.filter(({ key }) => !values.get(key)?.readOnly)}
        values={new Map([...values].map(([key, { value }]) => [key, value]))}
        onStarted={start}
      />
      <Input.Search
        className={styles.search}
        allowClear
        value={typed}
        placeholder={t('search')}
        aria-label={t('search')}
        onChange={(event) => type(event.target.value)}
      />
      <ParameterGroups
        deviceId={id}
        parameters={listed.parameters}
        values={values}
        zone={zone}
        find={find}
        onClear={() => set({ find: '' })}
        onStarted={start}
      />
      <ChangeList changes={listed.changes} parameters={byKey} zone={zone} />
    </div>
  );
}

interface Body {
  changes: { key: string; value: number }[];
  reason: string;
}

interface FromDeviceProps {
  device: DeviceDetail;
  listed: Listed;
  read: Pick<ReturnType<typeof useAction<'readParameters'>>, 'isPending' | 'error' | 'data'>;
  onRead: () => void;
}

/** How fresh the values are, how many writes are left today, and who is at the device. */
function FromDevice({ device, listed, read, onRead }: FromDeviceProps) {
  const { t } = useTranslation(['parameters', 'runs']);
  const { t: common } = useTranslation('common');
  const format = useFormat();
  const { budget, queue } = listed;
  const failure = read.data?.values.find(
    (value) => value.failure !== null && value.failure !== 'refused',
  )?.failure;
  const state = () => {
    if (read.isPending) return t('read.now');
    if (read.error) return failureText(read.error, common);
    if (failure) return t('read.failed', { why: t(`failure.${failure}`, { ns: 'runs' }) });
    return read.data ? t('read.done', { time: format.dateTime(read.data.at, device.station?.timeZone) }) : '';
  };
  return (
    <Card title={t('read.title')}>
      <div className={styles.stack}>
        <div className={styles.buttons}>
          <span aria-live="polite">{state()}</span>
          <Button busy={read.isPending} onClick={onRead}>
            {t('read.again')}
          </Button>
        </div>
        <span className={styles.muted}>{t('budget', { used: budget.used, most: budget.most })}</span>
        {queue.map(({ runId, by, running }) => (
          <span key={runId}>
            {t(running ? 'queue.running' : 'queue.waiting', { name: by?.name ?? t('gone') })}
          </span>
        ))}
      </div>
    </Card>
  );
}
