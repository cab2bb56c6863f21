import { LIMITS, type DeviceTarget } from '@sunfleet/contract';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { ChooseMany } from '../../../ui/form/choose-many.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { useParameterWords } from '../../parameters/use-parameter-words.ts';
import { RunProgress } from '../../runs/run-progress.tsx';
import { type ChosenProduct, ProductField } from '../../products/product-field.tsx';
import { StationField } from '../station-field.tsx';
import { changeOf, noParameter, ParameterChange } from './parameter-change.tsx';

export type DeviceAct = 'label' | 'move' | 'parameters' | 'product' | 'unbind';

interface SeveralDevicesDialogProps {
  act: DeviceAct;
  target: DeviceTarget;
  count: number;
  onClose: (started: boolean) => void;
}

/** Asks what an act needs, starts it, and shows what becomes of each device. */
export function SeveralDevicesDialog(props: SeveralDevicesDialogProps) {
  const { t } = useTranslation('device-batches');
  const [runId, setRunId] = useState<number>();
  const words = useParameterWords();
  const format = useFormat();
  const { act, onClose } = props;
  if (runId === undefined) return <Ask {...props} onStarted={setRunId} />;
  return (
    <Modal
      open
      title={t(`several.${act}`)}
      mask={{ closable: false }}
      footer={<Button onClick={() => onClose(true)}>{t('several.close')}</Button>}
      onCancel={() => onClose(true)}
    >
      <RunProgress
        runId={runId}
        nameOf={words.nameOf}
        valueOf={(_, value) => (value === null ? UNKNOWN : format.number(value))}
      />
    </Modal>
  );
}

interface AskProps extends SeveralDevicesDialogProps {
  onStarted: (runId: number) => void;
}

const READS = ['listDevices', 'getDevice', 'listRuns', 'listDeviceBatches', 'getDeviceBatch'] as const;

function Ask({ act, target, count, onStarted, onClose }: AskProps) {
  const { t } = useTranslation('device-batches');
  const format = useFormat();
  const [station, setStation] = useState<{ id: number; name: string }>();
  const [reason, setReason] = useState('');
  const [add, setAdd] = useState<number[]>([]);
  const [remove, setRemove] = useState<number[]>([]);
  const [product, setProduct] = useState<ChosenProduct>(null);
  const [draft, setDraft] = useState(noParameter);
  const change = changeOf(draft);
  const options = {
    quiet: true,
    invalidates: READS,
    onDone: ({ runId }: { runId: number }) => onStarted(runId),
  };
  const move = useAction('moveSeveralDevices', options);
  const unbind = useAction('unbindSeveralDevices', options);
  const label = useAction('labelSeveralDevices', options);
  const set = useAction('setSeveralParameters', options);
  const edit = useAction('editSeveralDevices', options);
  const isComplete = {
    move: station !== undefined,
    parameters: change !== undefined,
    product: true,
    unbind: true,
    label: add.length + remove.length > 0,
  }[act];
  const start = () => {
    if (act === 'unbind') unbind.mutate({ body: { target, reason } });
    else if (act === 'parameters') {
      if (change) set.mutate({ body: { target, ...change, reason } });
    } else if (act === 'product') edit.mutate({ body: { target, productId: product?.id ?? null, reason } });
    else if (act === 'label') label.mutate({ body: { target, add, remove } });
    else if (station) move.mutate({ body: { target, stationId: station.id, reason } });
  };
  return (
    <ActionDialog
      title={t(`several.${act}`)}
      okText={t(`several.${act}`)}
      danger={act === 'unbind'}
      disabled={!isComplete}
      busy={[move, unbind, label, set, edit].some(({ isPending }) => isPending)}
      error={move.error ?? unbind.error ?? label.error ?? set.error ?? edit.error}
      onOk={start}
      onClose={() => onClose(false)}
    >
      <p>{t('several.count', { n: format.number(count, 0) })}</p>
      {act === 'label' ? <Labels add={add} remove={remove} onAdd={setAdd} onRemove={setRemove} /> : null}
      {act === 'parameters' ? <ParameterChange draft={draft} onChange={setDraft} /> : null}
      {act === 'product' ? <ProductField value={product} onChange={setProduct} /> : null}
      {act === 'move' ? <StationField value={station} error={undefined} onChange={setStation} /> : null}
      {act === 'label' ? null : (
        <>
          <p>{t(`several.${act}Hint`)}</p>
          <TextArea
            label={t('several.reason')}
            value={reason}
            maxLength={LIMITS.changeReason}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}

interface LabelsProps {
  add: readonly number[];
  remove: readonly number[];
  onAdd: (ids: number[]) => void;
  onRemove: (ids: number[]) => void;
}

function Labels({ add, remove, onAdd, onRemove }: LabelsProps) {
  const { t } = useTranslation('device-batches');
  const labels = useCall('listLabels', {});
  const options = labels.data?.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <ChooseMany
        label={t('several.labelAdd')}
        chosen={add}
        options={options?.filter(({ value }) => !remove.includes(value))}
        onChange={onAdd}
      />
      <ChooseMany
        label={t('several.labelRemove')}
        chosen={remove}
        options={options?.filter(({ value }) => !add.includes(value))}
        onChange={onRemove}
      />
    </>
  );
}
