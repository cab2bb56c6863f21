import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { Choice } from '../../ui/form/field.tsx';
import type { DeviceDraft } from './device-draft.ts';

interface ParentFieldProps {
  draft: Pick<DeviceDraft, 'station' | 'kind' | 'parentSn'>;
  /** Whether it may hang on none; so where absent. */
  mayBeNone?: boolean;
  onChange: (parentSn: string) => void;
}

/** The logger of the station that a device hangs on. Draws nothing where there is none, and for loggers. */
export function ParentField({
  draft: { station, kind, parentSn },
  mayBeNone = true,
  onChange,
}: ParentFieldProps) {
  const { t } = useTranslation('devices');
  const stationId = station?.id ?? 0;
  const query = { stationId, kind: ['logger' as const], pageSize: 100 };
  const loggers = useCall('listDevices', { query }, { enabled: stationId !== 0 && kind !== 'logger' });
  const rows = kind === 'logger' ? [] : (loggers.data?.rows ?? []);
  if (rows.length === 0) return null;
  return (
    <Choice
      label={t('add.parent')}
      value={parentSn}
      options={[
        ...(mayBeNone ? [{ value: '', label: t('add.noParent') }] : []),
        ...rows.map(({ sn, name }) => ({ value: sn, label: name ? `${name} (${sn})` : sn })),
      ]}
      onChange={onChange}
    />
  );
}
