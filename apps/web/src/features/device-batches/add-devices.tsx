import { BATCH_VERDICTS, LIMITS, splitSerials, type CheckedDevice } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { csvRecords } from '../../lib/csv-records.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ChooseFiles } from '../../ui/form/choose-files.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import type { StatusTone } from '../../ui/status/status-tone.ts';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';
import styles from './device-batches.module.css';

const TONES: Record<CheckedDevice['verdict'], StatusTone> = {
  ready: 'normal',
  there: 'standby',
  duplicate: 'standby',
  foreign: 'general',
  unknown: 'general',
};

/** Serial numbers, typed, pasted or from a file, are checked in a table before they come to a batch. */
export function AddDevices({ batchId, onClose }: { batchId: number; onClose: () => void }) {
  const { t } = useTranslation(['device-batches', 'devices']);
  const format = useFormat();
  const [text, setText] = useState('');
  const check = useAction('checkDeviceBatch', { quiet: true });
  const add = useAction('addToDeviceBatch', {
    quiet: true,
    invalidates: ['listDevices', 'listDeviceBatches', 'getDeviceBatch'],
    onDone: ({ added }) => {
      showNotice('success', t('added', { n: format.number(added, 0) }));
      onClose();
    },
  });
  const sns = splitSerials(text);
  const limit = LIMITS.devicesPerBatch;
  const error = sns.length > limit ? t('devices:serials.tooMany', { limit, n: sns.length }) : undefined;
  const rows = check.data;
  const ids = (rows ?? []).flatMap(({ verdict, device }) =>
    verdict === 'ready' && device ? [device.id] : [],
  );
  const read = async (file: File) => setText(serialsOf(await file.text()).join('\n'));
  return (
    <ActionDialog
      title={t('addDevices')}
      okText={rows ? t('addThese', { n: format.number(ids.length, 0) }) : t('check')}
      disabled={rows ? ids.length === 0 : sns.length === 0 || sns.length > limit}
      busy={check.isPending || add.isPending}
      error={check.error ?? add.error}
      onOk={() =>
        rows
          ? add.mutate({ params: { id: batchId }, body: { deviceIds: ids } })
          : check.mutate({ body: { batchId, sns } })
      }
      onClose={onClose}
    >
      {rows ? (
        <>
          <p role="status">
            {t('counts', { n: format.number(ids.length, 0), total: format.number(rows.length, 0) })}
          </p>
          <Doubts rows={rows} />
          <Verdicts rows={rows} />
          <div>
            <Button onClick={() => check.reset()}>{t('changeList')}</Button>
          </div>
        </>
      ) : (
        <>
          <TextArea
            label={t('sns')}
            rows={6}
            spellCheck={false}
            autoCapitalize="characters"
            autoComplete="off"
            value={text}
            error={error}
            onChange={(event) => setText(event.target.value)}
          />
          <p className={styles.muted}>
            {t('snsHint', { n: format.number(sns.length, 0), limit: format.number(limit, 0) })}
          </p>
          <div>
            <ChooseFiles
              label={t('file')}
              accept=".csv,.txt,text/csv"
              onFiles={([file]) => file && void read(file)}
            />
          </div>
        </>
      )}
    </ActionDialog>
  );
}

/** Numbers of a table: of the column that is named so, or of the first one. */
function serialsOf(text: string): string[] {
  const [head = [], ...lines] = csvRecords(text);
  const named = head.findIndex((cell) => /^(sn|serial.*|seriennummer|序列号)$/i.test(cell));
  const cells = (named < 0 ? [head, ...lines] : lines).map((line) => line[Math.max(named, 0)] ?? '');
  return cells.filter((cell) => cell !== '');
}

/** What may keep devices that are added from being commanded: they can be added all the same. */
function Doubts({ rows }: { rows: readonly CheckedDevice[] }) {
  const { t } = useTranslation('device-batches');
  const format = useFormat();
  const added = rows.flatMap(({ verdict, device }) => (verdict === 'ready' && device ? [device] : []));
  const offline = added.filter(({ status }) => status === 'offline').length;
  const weak = added.filter(({ weakSignal }) => weakSignal).length;
  return (
    <>
      {offline > 0 ? <p>{t('someOffline', { n: format.number(offline, 0) })}</p> : null}
      {weak > 0 ? <p>{t('someWeak', { n: format.number(weak, 0) })}</p> : null}
    </>
  );
}

/** What is not added comes first: it is what somebody has to look at. */
function Verdicts({ rows }: { rows: readonly CheckedDevice[] }) {
  const { t } = useTranslation(['device-batches', 'common']);
  const order = BATCH_VERDICTS.toReversed();
  const sorted = rows.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return (
    <ul className={styles.verdicts} aria-label={t('column.verdict')}>
      {sorted.map(({ sn, verdict, device }, at) => (
        // A number may be named twice.
        // oxlint-disable-next-line react/no-array-index-key -- rows are those of one answer
        <li key={at}>
          <span>
            {sn} {device ? <span className={styles.muted}>{noteOf(device)}</span> : null}
          </span>
          <ToneBadge tone={TONES[verdict]}>{t(`verdict.${verdict}`)}</ToneBadge>
        </li>
      ))}
    </ul>
  );

  function noteOf({ name, station, status, controllable }: NonNullable<CheckedDevice['device']>): string {
    return [
      name,
      station?.name,
      status === 'offline' ? t(`common:status.device.${status}`) : null,
      controllable ? null : t('silent'),
    ]
      .filter(Boolean)
      .join(' · ');
  }
}
