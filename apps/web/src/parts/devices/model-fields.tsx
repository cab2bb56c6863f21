import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { Choice, Field } from '../../ui/form/field.tsx';
import type { DeviceDraft } from './device-draft.ts';
import { familyName } from './family-name.ts';

interface ModelFieldsProps {
  draft: DeviceDraft;
  onChange: (part: Partial<DeviceDraft>) => void;
}

/** The family by which the platform reads a device, and its model as the label names it. */
export function ModelFields({ draft: { kind, profileId, model }, onChange }: ModelFieldsProps) {
  const { t } = useTranslation('connect');
  const profiles = useCall('listDeviceProfiles', {});
  const fitting = (profiles.data ?? []).filter((profile) => profile.kind === kind);
  const choose = (id: string) =>
    onChange({ profileId: id, manufacturer: fitting.find((profile) => profile.id === id)?.brand ?? '' });
  return (
    <>
      {fitting.length > 0 ? (
        <Choice
          label={t('model.family')}
          value={profileId}
          options={[
            { value: '', label: t('model.unknown') },
            ...fitting.map((profile) => ({ value: profile.id, label: familyName(profile) })),
          ]}
          onChange={choose}
        />
      ) : null}
      <Field
        label={t('model.label')}
        value={model}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => onChange({ model: event.target.value })}
      />
    </>
  );
}
