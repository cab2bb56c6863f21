import type { Selectable } from 'kysely';
import type { DevicesTable } from '../../platform/postgres/tables/devices.ts';

/** How long the organisation that unbound a device may bind it again without showing its claim code. */
const OWN_AGAIN_MS = 7 * 86_400_000;

type Unbound = Pick<Selectable<DevicesTable>, 'organisationId' | 'secretHash' | 'freedFrom' | 'freedAt'>;

/** What an organisation needs to bind a device that has no station and belongs to nobody else: nothing, its claim code, or it cannot. */
type Binding = 'own' | 'open' | 'claim' | 'closed';

/**
 * `own`: it was the organisation's until lately. `open`: nothing could prove it, or an organisation's key brought it. Without a secret it
 * has no claim code to show, and its serial number alone is no proof while its former organisation may still bind it again.
 */
export function bindingOf(device: Unbound, organisationId: number, now: number): Binding {
  if (isFreedLately(device, now)) {
    if (device.freedFrom === organisationId) return 'own';
    if (device.secretHash === null) return 'closed';
  }
  return device.organisationId === null && device.secretHash !== null ? 'claim' : 'open';
}

/** Whether an organisation unbound a device lately and nobody has it since. */
function isFreedLately({ organisationId, freedFrom, freedAt }: Unbound, now: number): boolean {
  if (organisationId !== null || freedFrom === null || freedAt === null) return false;
  return freedAt.getTime() > now - OWN_AGAIN_MS;
}
