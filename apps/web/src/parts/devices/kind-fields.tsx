import { DEVICE_KINDS, type DeviceKind, METER_ROLES, type MeterRole } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Choice, Field } from '../../ui/form/field.tsx';
import type { DeviceDraft } from './device-draft.ts';

interface KindFieldsProps {
  draft: DeviceDraft;
  onChange: (part: Partial<DeviceDraft>) => void;
}

interface KindChoiceProps extends Pick<DeviceDraft, 'kind' | 'meterRole'> {
  onChange: (part: Partial<Pick<DeviceDraft, 'kind' | 'meterRole'>>) => void;
}

/** What kind of device it is, and what a meter measures. */
export function KindChoice({ kind, meterRole, onChange }: KindChoiceProps) {
  const { t } = useTranslation('devices');
  return (
    <>
      <Choice
        label={t('column.kind')}
        value={kind}
        options={DEVICE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(value) => onChange({ kind: value as DeviceKind })}
      />
      {kind === 'meter' ? (
        <Choice
          label={t('add.meterRole')}
          value={meterRole}
          options={METER_ROLES.map((value) => ({ value, label: t(`meterRole.${value}`) }))}
          onChange={(value) => onChange({ meterRole: value as MeterRole })}
        />
      ) : null}
    </>
  );
}

/** What kind of device it is, what a meter measures, and a name. */
export function KindFields({ draft: { kind, meterRole, name }, onChange }: KindFieldsProps) {
  const { t } = useTranslation('devices');
  return (
    <>
      <KindChoice
        kind={kind}
        meterRole={meterRole}
        onChange={(part) =>
          onChange(part.kind ? { ...part, profileId: '', manufacturer: '', product: null } : part)
        }
      />
      <Field
        label={t('add.name')}
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.target.value })}
      />
    </>
  );
}
