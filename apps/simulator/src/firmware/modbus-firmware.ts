import { createHash } from 'node:crypto';
import {
  byteAt,
  encodeFirmwareStatus,
  markOf,
  ORDER_FILE,
  type FirmwareFileOrder,
  type FirmwareStatus,
  type ModbusFileWrite,
} from '@sunfleet/device-model';
import type { FirmwareFault } from './firmware-device.ts';

interface ModbusFirmwareOptions {
  version: string;
  fault?: FirmwareFault | undefined;
  /** How long the device is silent while it starts anew. */
  restartMs?: number;
  /** Cuts the line of its logger, which dials in again. */
  cutLine(): void;
  /** Proves that the maker made the image; without one the checksum alone counts. */
  isSigned?: (statement: string, signature: string) => boolean;
}

/** The side of a device on a serial line that takes firmware by file records. */
export interface ModbusFirmware {
  /** Takes words of a file. Answers the exception of a refusal, or `silent`. */
  take(write: ModbusFileWrite): number | 'silent' | undefined;
  /** The registers that tell how far it is. */
  status(): number[];
  isSilent(): boolean;
  version(): string;
}

const ILLEGAL_VALUE = 3;
/** How often a link breaks, of a device whose link breaks, and which pieces get no answer of one that is slow. */
const CUTS = 3;
const SLOW_EACH = 8;

export function createModbusFirmware(options: ModbusFirmwareOptions): ModbusFirmware {
  return new Firmware(options);
}

class Firmware implements ModbusFirmware {
  readonly #options: ModbusFirmwareOptions;
  #version: string;
  #status: FirmwareStatus = { state: 'idle', failure: 'none', mark: 0, next: 0 };
  #text: number[] = [];
  #order: FirmwareFileOrder | undefined;
  /** It stays in the flash through cuts of power and link. */
  #image = Buffer.alloc(0);
  #silentUntil = 0;
  #cuts = 0;
  #pieces = 0;

  constructor(options: ModbusFirmwareOptions) {
    this.#options = options;
    this.#version = options.version;
  }

  version = () => this.#version;
  status = () => encodeFirmwareStatus(this.#status);
  isSilent = () => this.#options.fault === 'noReply' || performance.now() < this.#silentUntil;

  take({ file, record, words }: ModbusFileWrite): number | 'silent' | undefined {
    if (this.isSilent()) return 'silent';
    return file === ORDER_FILE
      ? this.#takeOrder(record, words)
      : this.#takeImage(byteAt(file, record), words);
  }

  #takeOrder(record: number, words: readonly number[]): number | undefined {
    if (record === 0) this.#text = [];
    if (record !== this.#text.length) return ILLEGAL_VALUE;
    this.#text.push(...words);
    const [length = 0, ...rest] = this.#text;
    if (rest.length * 2 < length) return undefined;
    const bytes = Buffer.from(rest.flatMap((word) => [word >>> 8, word & 0xff])).subarray(0, length);
    const order = JSON.parse(bytes.toString()) as FirmwareFileOrder;
    // The same order again is the one that it works on.
    if (markOf(order.order) === this.#status.mark) return undefined;
    this.#order = order;
    this.#image = Buffer.alloc(order.bytes);
    this.#status = { state: 'receiving', failure: 'none', mark: markOf(order.order), next: 0 };
    return undefined;
  }

  #takeImage(from: number, words: readonly number[]): number | 'silent' | undefined {
    const { fault } = this.#options;
    const order = this.#order;
    if (!order || this.#status.state !== 'receiving' || from > this.#status.next) return ILLEGAL_VALUE;
    this.#pieces += 1;
    if (fault === 'slow' && this.#pieces % SLOW_EACH === 0) return 'silent';
    if (fault === 'linkCut' && this.#cuts < CUTS && this.#pieces % 20 === 10) {
      this.#cuts += 1;
      this.#options.cutLine();
      return 'silent';
    }
    if (fault === 'powerCut' && this.#cuts === 0 && from * 2 >= order.bytes) {
      this.#cuts += 1;
      this.#restart();
      return 'silent';
    }
    const bytes = Buffer.from(words.flatMap((word) => [word >>> 8, word & 0xff]));
    bytes.copy(this.#image, from);
    const next = Math.min(order.bytes, Math.max(this.#status.next, from + bytes.length));
    this.#status = { ...this.#status, next };
    if (next === order.bytes) this.#install(order);
    return undefined;
  }

  #install(order: FirmwareFileOrder): void {
    const { fault, isSigned } = this.#options;
    if (fault === 'wrongChecksum') this.#image[this.#image.length >> 1]! ^= 1;
    const sha256 = createHash('sha256').update(this.#image).digest('hex');
    const fail = (failure: FirmwareStatus['failure']) =>
      (this.#status = { ...this.#status, state: 'failed', failure });
    if (sha256 !== order.sha256) return void fail('wrongChecksum');
    if (isSigned && !isSigned(order.statement, order.signature)) return void fail('wrongSignature');
    this.#restart();
    if (fault === 'badImage')
      this.#status = { ...this.#status, state: 'rolledBack', failure: 'installFailed' };
    else {
      this.#version = order.version;
      this.#status = { ...this.#status, state: 'installed' };
    }
  }

  #restart(): void {
    this.#silentUntil = performance.now() + (this.#options.restartMs ?? 2000);
  }
}
