import { firmwareAddress } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';

export interface Newer {
  firmwareId: number;
  version: string;
}

/** Released firmware that devices could get and do not have, by device; for who sees the library. */
export function useNewerFirmware(ids: readonly number[]): ReadonlyMap<number, Newer> {
  const enabled = useMay('firmware.view') && ids.length > 0;
  const query = { ids: [...ids] };
  const { data } = useCall('listNewerFirmware', { query }, { keepPrevious: true, enabled });
  return useMemo(() => new Map(data?.map((one) => [one.deviceId, one])), [data]);
}

/** A way to the newer one. */
export function NewerFirmware({ newer }: { newer: Newer | undefined }) {
  const { t } = useTranslation('devices');
  if (!newer) return null;
  return (
    <>
      {' '}
      <Link to={firmwareAddress(newer.firmwareId)}>{t('newerFirmware', { version: newer.version })}</Link>
    </>
  );
}
