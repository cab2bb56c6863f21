import type { DeviceSecrets } from '../../platform/ingest.ts';
import { messageOf } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { isDeviceSecret, sealedForDevice, type StoredSecret } from '../devices/index.ts';
import { createBurst } from '../../platform/burst.ts';
import type { FleetEntry, FleetIndex, OldSecret } from './fleet-index.ts';
import { endEarlierSecret, endOldSecret, forgetPending, handTo, noteRefusals } from './secrets.queries.ts';

export interface RunningSecrets extends DeviceSecrets {
  /** Whether a device signs in with this secret. Ends the old one when it is the new one, and counts a wrong one. */
  signIn(entry: FleetEntry, secret: string): Promise<boolean>;
  /** Tells the listeners which devices changed. */
  changed(deviceIds: readonly number[]): void;
  stop(): Promise<void>;
}

/** Wrong secrets of all devices are written together, this long after the first. */
const REFUSED_DELAY_MS = 5000;

type Parts = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

/** The secrets of devices that may be renewed: which of them lets in, and how a device gets its new one. */
export function createDeviceSecrets(platform: Parts, index: FleetIndex): RunningSecrets {
  const { db, clock, log } = platform;
  const box = createSecretBox(platform.config);
  const listeners = new Set<(deviceIds: readonly number[]) => void>();
  const refused = createBurst<number>(
    REFUSED_DELAY_MS,
    (ids) => noteRefusals(db, ids, new Date(clock.now())),
    (error) => log.warn({ err: error }, 'refused devices not noted'),
  );
  const stands = (deviceId: number, mark: string) => {
    const { secret, oldSecret, blocked } = index.entry(deviceId) ?? {};
    if (blocked) return undefined;
    if (secret && markOf(secret) === mark) return 'new';
    return formerSecrets(oldSecret, clock.now()).some((one) => markOf(one) === mark) ? 'old' : undefined;
  };
  return {
    async signIn(entry, secret) {
      const { oldSecret } = entry;
      if (entry.secret && isDeviceSecret(secret, entry.secret)) {
        if (oldSecret) await endOldSecret(db, entry.device.id, entry.secret);
        entry.oldSecret = undefined;
        return true;
      }
      const shown = formerSecrets(oldSecret, clock.now()).find((stored) => isDeviceSecret(secret, stored));
      if (oldSecret?.earlier && shown === oldSecret) {
        await endEarlierSecret(db, entry.device.id, oldSecret);
        oldSecret.earlier = undefined;
      }
      if (shown) return true;
      if (entry.organisationId !== null) refused.add(entry.device.id);
      return false;
    },
    markOf(deviceId, secret) {
      const entry = index.entry(deviceId);
      const { secret: newest, oldSecret } = entry ?? {};
      const fits = [newest, oldSecret, oldSecret?.earlier].find(
        (stored) => stored && isDeviceSecret(secret, stored),
      );
      return fits && markOf(fits);
    },
    isChanging: (deviceId) => index.entry(deviceId)?.oldSecret !== undefined,
    stands,
    isRevoked: (deviceId) => index.entry(deviceId)?.revoked ?? false,
    async handOver(deviceId, { mark, address }) {
      const { secret, oldSecret } = index.entry(deviceId) ?? {};
      if (!secret || !oldSecret?.pending || address === undefined) return undefined;
      if (stands(deviceId, mark) !== 'old') return undefined;
      const network = networkOf(address);
      if (oldSecret.handedTo !== null && oldSecret.handedTo !== network) return undefined;
      if (!(await handTo(db, { deviceId, secret, network }))) return undefined;
      try {
        const text = await box.open(oldSecret.pending, sealedForDevice(deviceId));
        return { id: idOf(secret), secret: text };
      } catch (error) {
        log.warn({ err: messageOf(error), deviceId }, 'the new secret of a device cannot be opened');
        return undefined;
      }
    },
    async kept(deviceId, id) {
      const { secret, oldSecret } = index.entry(deviceId) ?? {};
      if (secret && oldSecret?.pending && idOf(secret) === id) await forgetPending(db, deviceId, secret);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed(deviceIds) {
      for (const listener of listeners) listener(deviceIds);
    },
    stop: () => refused.flush(),
  };
}

function markOf({ secretHash }: StoredSecret): string {
  return secretHash.toString('base64');
}

/** By this a device names the secret that it keeps. It is a part of the hash, and tells nothing of the secret. */
function idOf({ secretHash }: StoredSecret): string {
  return `secret-${secretHash.toString('hex', 0, 8)}`;
}

/** Secrets that let a device in although it has a newer one. */
function formerSecrets(old: OldSecret | undefined, now: number): readonly StoredSecret[] {
  if (!old || old.until <= now) return [];
  return old.earlier ? [old, old.earlier] : [old];
}
