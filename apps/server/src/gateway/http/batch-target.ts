import { AppError } from '../../platform/errors.ts';
import type { DeviceIdentity, KeyOrganisation, KnownDevice } from '../../platform/ingest.ts';
import { plainText } from '../../platform/plain-text.ts';
import type { HttpGatewayParts } from './http-parts.ts';
import { MOST_ERRORS, type LineError, type LineTarget } from './line-protocol/parse-lines.ts';

/** Text fields that say what the device is. */
const IDENTITY_FIELDS = ['firmware', 'model', 'manufacturer'] as const;
const LONGEST_TEXT = 200;

/** Devices and points of one pass over a batch, for the organisation of its key. */
export class BatchTarget implements LineTarget {
  /** Text fields that are not kept. */
  skipped = 0;
  readonly #parts: HttpGatewayParts;
  readonly #organisation: KeyOrganisation;
  readonly #devices = new Map<string, KnownDevice>();
  readonly #identities = new Map<number, DeviceIdentity>();
  readonly #waiting = new Map<string, { line: number; promise: Promise<unknown> }>();
  #line = 0;

  constructor(parts: HttpGatewayParts, organisation: KeyOrganisation) {
    this.#parts = parts;
    this.#organisation = organisation;
  }

  get organisationCode(): string {
    return this.#organisation.code;
  }

  /** Whether something had to be looked up or registered: the batch must be read again. */
  get waited(): boolean {
    return this.#waiting.size > 0;
  }

  device(sn: string, line: number): KnownDevice | undefined {
    this.#line = line;
    const known = this.#devices.get(sn);
    if (known) return known;
    const found = this.#parts.directory.forKey(this.#organisation, sn);
    if (found instanceof Promise) return this.#wait(sn, found);
    this.#parts.ingest.admit(found, 'live');
    this.#devices.set(sn, found);
    return found;
  }

  point(device: KnownDevice, key: string): number | undefined {
    const point = this.#parts.ingest.pointId(device, key);
    return typeof point === 'number' ? point : this.#wait(`${device.id} ${key}`, point);
  }

  text(device: KnownDevice, key: string, value: string): void {
    const name = IDENTITY_FIELDS.find((field) => field === key);
    if (!name || value.length > LONGEST_TEXT) this.skipped += 1;
    else {
      const said = { ...this.#identities.get(device.id), [name]: plainText(value) };
      this.#identities.set(device.id, said);
    }
  }

  checkTime(time: number): void {
    this.#parts.ingest.checkTime(time);
  }

  /** Waits for the look-ups and registrations under way; answers those that were refused, by line, up to as many as a refusal names. */
  async settle(): Promise<LineError[]> {
    const errors: LineError[] = [];
    for (const { line, promise } of this.#waiting.values()) {
      if (errors.length >= MOST_ERRORS) break;
      try {
        await promise;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        errors.push({ line, error });
      }
    }
    return errors;
  }

  /** Keeps what text fields said of the devices, as long as somebody waits for the answer. */
  async describe(isGone: () => boolean): Promise<void> {
    await this.#parts.directory.describeAll(this.#organisation, this.#identities, isGone);
  }

  /** Announces that the devices of the batch gave a sign of life. */
  announce(at: number): void {
    for (const { id } of this.#devices.values()) this.#parts.seen(id, at, 'influx');
  }

  #wait(name: string, promise: Promise<unknown>): undefined {
    promise.catch(() => undefined);
    if (!this.#waiting.has(name)) this.#waiting.set(name, { line: this.#line, promise });
  }
}
