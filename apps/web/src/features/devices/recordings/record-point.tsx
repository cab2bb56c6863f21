import { didYouMean, pointByKey, recordablePoint, type PointDef } from '@sunfleet/device-model';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCataloguePoints } from '../../../parts/points/use-point-options.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { FormRow } from '../../../ui/form/form-row.tsx';
import { ReportedUnit } from './reported-unit.tsx';
import styles from './recordings.module.css';
import { STALE_READS } from './stale-reads.ts';
import { startUnit } from './unit-options.ts';

interface RecordPointProps {
  point: { key: string; unit: string };
  /** Single devices that may be chosen. */
  devices: readonly { id: number; sn: string; name: string | null }[];
  /** Whether all devices of the organisation may be chosen, and of which one where it is not the own. */
  ofAll: { organisationId: number | undefined } | undefined;
  onClose: () => void;
}

const ALL = 'all';
const isRecordable = ({ key }: PointDef): boolean => recordablePoint(key) !== undefined;

/** Says as which point of the catalogue a custom one is recorded from now on, of which devices and from which unit. */
export function RecordPoint({ point, devices, ofAll, onClose }: RecordPointProps) {
  const { t } = useTranslation('points');
  const meant = recordablePoint(didYouMean(point.key) ?? '')?.key;
  const [target, setTarget] = useState(meant);
  const [unit, setUnit] = useState(() => startUnit(point.unit, meant));
  const [scope, setScope] = useState(devices.length === 1 || !ofAll ? String(devices[0]?.id) : ALL);
  const record = useAction('recordCustomPoint', { invalidates: STALE_READS, quiet: true, onDone: onClose });
  const send = () =>
    record.mutate({
      body: {
        ...(ofAll?.organisationId === undefined ? {} : { organisationId: ofAll.organisationId }),
        key: point.key,
        deviceId: scope === ALL ? null : Number(scope),
        point: target ?? null,
        unit,
      },
    });
  const choose = (key: string) => {
    setTarget(key);
    setUnit(startUnit(point.unit, key));
  };
  return (
    <ActionDialog
      title={t('record.title', { key: point.key })}
      okText={t('record.ok')}
      busy={record.isPending}
      disabled={target === undefined}
      error={record.error}
      onOk={send}
      onClose={onClose}
    >
      <TargetField value={target} onChange={choose} />
      {target && pointByKey(target)?.unit ? (
        <ReportedUnit point={target} unit={unit} onChange={setUnit} />
      ) : null}
      <ScopeField devices={devices} ofAll={ofAll !== undefined} value={scope} onChange={setScope} />
      <p className={styles.note}>{t('record.past', { key: point.key })}</p>
    </ActionDialog>
  );
}

interface TargetFieldProps {
  value: string | undefined;
  onChange: (key: string) => void;
}

function TargetField({ value, onChange }: TargetFieldProps) {
  const { t } = useTranslation('points');
  const groups = useCataloguePoints(isRecordable);
  const options = groups.map(({ label, options: points }) => ({
    label,
    options: points.map(({ value: key, label: name }) => ({ value: key, label: `${name} (${key})` })),
  }));
  return (
    <FormRow label={t('record.as')}>
      {(control) => (
        <Select
          {...control}
          size="large"
          showSearch={{ optionFilterProp: 'label' }}
          value={value ?? null}
          options={options}
          onChange={(key: string | null) => key && onChange(key)}
        />
      )}
    </FormRow>
  );
}

interface ScopeFieldProps {
  devices: RecordPointProps['devices'];
  ofAll: boolean;
  value: string;
  onChange: (scope: string) => void;
}

/** Where there is nothing to choose, it is said for which device it is. */
function ScopeField({ devices, ofAll, value, onChange }: ScopeFieldProps) {
  const { t } = useTranslation('points');
  const single = devices.map(({ id, sn, name }) => ({
    value: String(id),
    label: t('record.ofOne', { device: name ?? sn }),
  }));
  if (!ofAll) return <p className={styles.note}>{single[0]?.label}</p>;
  const all = { value: ALL, label: t('record.ofAll'), hint: t('record.ofAllHint') };
  return <Choices label={t('record.scope')} value={value} options={[...single, all]} onChange={onChange} />;
}
