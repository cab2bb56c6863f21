import { AppError } from '../../platform/errors.ts';
import type { DeviceIdentity, KnownDevice } from '../../platform/ingest.ts';
import type { HttpGatewayParts } from './http-parts.ts';
import type { LineError, LineTarget } from './line-protocol/parse-lines.ts';

/** Text fields that say what the device is. */
const IDENTITY_FIELDS = ['firmware', 'model', 'manufacturer'] as const;

export interface BatchTarget extends LineTarget {
  /** Whether something had to be looked up or registered: the batch must be read again. */
  readonly waited: boolean;
  /** Text fields that are not kept. */
  readonly skipped: number;
  /** Waits for what is under way; answers what of it was refused, by line. */
  settle(): Promise<LineError[]>;
  /** Keeps what text fields said of the devices. */
  describe(): Promise<void>;
  /** Tells that the devices of the batch gave a sign of life. */
  announce(at: number): void;
}

/** Devices and points of one reading of a batch, for the organisation of its key. */
export function createBatchTarget(
  parts: HttpGatewayParts,
  organisation: { id: number; code: string },
): BatchTarget {
  const { directory, ingest, seen } = parts;
  const devices = new Map<string, KnownDevice>();
  const identities = new Map<number, DeviceIdentity>();
  const waiting = new Map<string, { line: number; promise: Promise<unknown> }>();
  let line = 0;
  let skipped = 0;
  function wait(name: string, promise: Promise<unknown>): undefined {
    promise.catch(() => undefined);
    if (!waiting.has(name)) waiting.set(name, { line, promise });
  }
  return {
    get waited() {
      return waiting.size > 0;
    },
    get skipped() {
      return skipped;
    },
    device(sn, atLine) {
      line = atLine;
      const known = devices.get(sn);
      if (known) return known;
      const found = directory.forKey(organisation, sn);
      if (found instanceof Promise) return wait(sn, found);
      devices.set(sn, found);
      return found;
    },
    point(device, key) {
      const point = ingest.pointId(device, key);
      return typeof point === 'number' ? point : wait(`${device.id} ${key}`, point);
    },
    text(device, key, value) {
      const name = IDENTITY_FIELDS.find((field) => field === key);
      if (name && value.length <= 200)
        identities.set(device.id, { ...identities.get(device.id), [name]: value });
      else skipped += 1;
    },
    checkTime: (time) => ingest.checkTime(time),
    async settle() {
      const errors: LineError[] = [];
      for (const { line: at, promise } of waiting.values()) {
        try {
          await promise;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          errors.push({ line: at, error });
        }
      }
      return errors;
    },
    async describe() {
      for (const [id, identity] of identities) await directory.describe(id, identity);
    },
    announce(at) {
      for (const { id } of devices.values()) seen(id, at, 'influx');
    },
  };
}
