import type { DeviceDetail } from '@sunfleet/contract';
import { METER_ROLES } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useDraft } from '../../../lib/draft.ts';
import { useRuleText } from '../../../lib/i18n/use-rule-text.ts';
import { ProductField } from '../../../parts/products/product-field.tsx';
import { familyName } from '../../../parts/devices/family-name.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Choice, Field } from '../../../ui/form/field.tsx';
import { FieldGrid } from '../../../ui/form/field-grid.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { hasLifetime } from './has-lifetime.ts';
import {
  type DeviceEdits,
  editBody,
  type EditedField,
  editProblems,
  filledBy,
  productIn,
  shownIn,
} from './device-edits.ts';

interface EditDeviceProps {
  device: DeviceDetail;
  onClose: () => void;
}

function useEdits({ device, onClose }: EditDeviceProps) {
  const { t } = useTranslation('devices');
  const [edits, keep, forget] = useDraft<DeviceEdits>(`device-edit.${device.id}`, {});
  // As it was opened: somebody else's change is refused and not overwritten.
  const [version, setVersion] = useState(device.version);
  const fresh = useCall('getDevice', { params: { id: device.id } });
  const save = useAction('editDevice', {
    quiet: true,
    invalidates: ['getDevice', 'listDevices', 'getStation'],
    onDone: () => {
      forget();
      showNotice('success', t('edit.done'));
      onClose();
    },
  });
  const problems = editProblems(edits);
  return {
    edits,
    problems,
    save,
    close() {
      forget();
      onClose();
    },
    change(part: DeviceEdits) {
      keep({ ...edits, ...part });
      save.reset();
    },
    submit() {
      if (Object.keys(problems).length > 0) return;
      if (Object.keys(edits).length === 0) return onClose();
      save.mutate({ params: { id: device.id }, body: editBody(edits, version) });
    },
    /** Shows what somebody else saved in the fields that were not touched; the next save is over that. */
    async readAgain() {
      const { data } = await fresh.refetch();
      if (data) setVersion(data.version);
      save.reset();
    },
  };
}

/** What is written down of a device, to change. Only touched fields are sent. */
export function EditDevice(props: EditDeviceProps) {
  const { device } = props;
  const { t } = useTranslation('devices');
  const ruleText = useRuleText();
  const { edits, problems, save, close, change, submit, readAgain } = useEdits(props);
  const [chosen, setChosen] = useState(() => productIn(edits, device));
  const refused = fieldErrors(save.error);
  const of = (name: EditedField) => ({
    value: shownIn(edits, device, name),
    error: ruleText(problems[name]) ?? refused[name],
  });
  const text = (
    name: EditedField,
    label: string,
    more: { maxLength?: number; type?: string; hint?: string } = {},
  ) => (
    <Field
      label={label}
      autoComplete="off"
      {...more}
      {...of(name)}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
  return (
    <ActionDialog
      title={t('edit.title', { name: device.name ?? device.sn })}
      okText={t('edit.save')}
      busy={save.isPending}
      error={save.error}
      errorHint={
        save.error?.error === 'deviceEdited' ? (
          <Button onClick={() => void readAgain()}>{t('edit.readAgain')}</Button>
        ) : undefined
      }
      onOk={submit}
      onClose={close}
    >
      {text('name', t('add.name'), { maxLength: 100 })}
      <ProductField
        value={chosen}
        kind={device.kind}
        error={of('productId').error}
        onChange={(next, product) => {
          setChosen(next);
          change({
            productId: next ? String(next.id) : '',
            ...(product ? filledBy(product, edits, device) : {}),
          });
        }}
      />
      <FieldGrid>
        {text('manufacturer', t('about.manufacturer'), { maxLength: 100 })}
        {text('model', t('column.model'), { maxLength: 100 })}
        <FamilyChoice device={device} {...of('profileId')} onChange={(profileId) => change({ profileId })} />
        {device.kind === 'meter' ? (
          <Choice
            label={t('about.meterRole')}
            {...of('meterRole')}
            options={METER_ROLES.map((value) => ({ value, label: t(`meterRole.${value}`) }))}
            onChange={(meterRole) => change({ meterRole })}
          />
        ) : null}
        {device.kind === 'logger' || device.kind === 'weather'
          ? null
          : text('ratedPower', t('edit.ratedPower'), { hint: t('edit.ratedPowerHint') })}
        {device.parent
          ? text('modbusAddress', t('edit.modbusAddress'), { hint: t('edit.modbusAddressHint') })
          : null}
        {text('productionDate', t('about.productionDate'), { type: 'date' })}
        {text('soldOn', t('about.soldOn'), { type: 'date' })}
        {text('firstPowerOn', t('about.firstPowerOn'), { type: 'date' })}
        {text('warrantyEnd', t('about.warrantyEnd'), {
          type: 'date',
          ...(chosen ? { hint: t('edit.warrantyHint') } : {}),
        })}
      </FieldGrid>
      {hasLifetime(device.kind) ? (
        <FieldGrid>
          {text('energyOffset', t('about.energyOffset'), { hint: t('edit.energyOffsetHint') })}
          {text('energyOffsetReason', t('about.energyOffsetReason'), { maxLength: 500 })}
        </FieldGrid>
      ) : null}
      <TextArea
        label={t('about.remark')}
        maxLength={500}
        {...of('remark')}
        onChange={({ target }) => change({ remark: target.value })}
      />
    </ActionDialog>
  );
}

interface FamilyChoiceProps {
  device: DeviceDetail;
  value: string;
  error?: string | undefined;
  onChange: (id: string) => void;
}

/** The family by which the platform reads the device; the one that it has stays among them. */
function FamilyChoice({ device, value, error, onChange }: FamilyChoiceProps) {
  const { t } = useTranslation(['devices', 'connect']);
  const profiles = useCall('listDeviceProfiles', {});
  const fitting = (profiles.data ?? []).filter(({ kind }) => kind === device.kind);
  const known = fitting.map((profile) => ({ value: profile.id, label: familyName(profile) }));
  const others = value !== '' && !known.some((one) => one.value === value) ? [{ value, label: value }] : [];
  if (known.length + others.length === 0) return null;
  return (
    <Choice
      label={t('about.profile')}
      value={value}
      error={error}
      options={[{ value: '', label: t('connect:model.unknown') }, ...known, ...others]}
      onChange={onChange}
    />
  );
}
