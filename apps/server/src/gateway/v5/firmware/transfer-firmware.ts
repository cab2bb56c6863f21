import {
  FILE_WORDS,
  FIRMWARE_STATUS_WORDS,
  markOf,
  MOST_FILE_WORDS,
  ORDER_FILE,
  orderWords,
  placeOf,
  readFirmwareStatus,
  wordsOfBytes,
  type FirmwareStatus,
} from '@sunfleet/device-model';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../../platform/errors.ts';
import type { KnownDevice } from '../../../platform/ingest.ts';
import { readChildren, type ChildDevice } from '../children.queries.ts';
import { ReadError } from '../modbus-channel.ts';
import { loggerOf, sourceOf, type V5Session } from '../session.ts';
import type { FirmwareRoad, OpenTransfer } from './firmware-road.ts';

interface TransferInput {
  session: V5Session;
  road: FirmwareRoad;
  open: OpenTransfer;
  signal: AbortSignal;
}

interface Transfer extends TransferInput {
  child: ChildDevice;
  /** First of the registers that tell how far the device is. */
  status: number;
}

/** How a transfer ended here. `later`: another connection or server goes on with it, or it is over. */
export type TransferEnd = 'installed' | 'reported' | 'later';

/**
 * Hands an image on to a device behind a logger, by file records through its tunnel. The device says from which byte on it needs it, before each
 * block: so a transfer goes on where it was after a cut, whichever connection or server is at it. Each block is asked for anew, so that what is
 * stopped, withdrawn or over ends within it. Resolves once nothing is left to do on this connection.
 */
export async function transferFirmware(input: TransferInput): Promise<TransferEnd> {
  const { session, road, open, signal } = input;
  const { transferPauseMs } = session.parts.options;
  for (;;) {
    try {
      const transfer = await withChild(input);
      const end = await step(transfer);
      if (end) return end;
    } catch (error) {
      if (signal.aborted || (error instanceof ReadError && error.reason === 'closed')) return 'later';
      if (error instanceof ReadError && error.reason === 'refused') {
        await road.reportBy(await ownDevice(input), open.order, {
          state: 'failed',
          failure: 'installFailed',
          detail: error.message,
        });
        return 'reported';
      }
      // The order is over, or the image may not leave any more.
      if (error instanceof AppError && error.status < 500 && error.key !== 'tooManyRequests') return 'later';
      // The device is silent, as while it starts anew, a store has a fault, or people have stopped requests: asked again until the order is over.
      if (!(error instanceof ReadError || error instanceof AppError)) throw error;
    }
    await delay(transferPauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return 'later';
  }
}

/** The device as it is read now: people may have given it another address on the line, at which the image goes on. */
async function withChild(input: TransferInput): Promise<Transfer> {
  const { session, open } = input;
  const { id } = await loggerOf(session);
  // Each step of each image looks: all devices of the logger would be looked through again for each of them.
  const [child] = (await readChildren(sourceOf(session), id, open.sn)).readable;
  const status = child?.profile.firmwareFiles?.status;
  if (!child || status === undefined) throw new ReadError('closed', false);
  return { ...input, child, status };
}

/** Does what the device needs next, up to one block. Undefined: not over, and there is nothing to send for a while. */
async function step(transfer: Transfer): Promise<TransferEnd | undefined> {
  const { open, road } = transfer;
  const { order, bytes } = open;
  // What is over ends here, in turns with the questions of others. Nor is what a connection tells of a device believed that may not carry the image.
  await requireGoing(transfer);
  let before = -1;
  for (let told = false; ;) {
    const status = await readStatus(transfer);
    const isOfOrder = status?.mark === markOf(order);
    // A device that does not take up what it is told is asked again later.
    if (isOfOrder ? status.state === 'receiving' && status.next === before : told) return undefined;
    if (!isOfOrder) {
      await writeOrder(transfer);
      told = true;
    } else if (status.state === 'installed') return 'installed';
    else if (status.state === 'failed' || status.state === 'rolledBack') {
      const failure = status.failure === 'none' ? 'installFailed' : status.failure;
      await road.reportBy(await ownDevice(transfer), order, { state: status.state, failure });
      return 'reported';
    } else if (status.state !== 'receiving' || status.next >= bytes) return undefined;
    else {
      before = status.next;
      await writeBlock(transfer, status.next);
    }
  }
}

async function readStatus({ session, child, status: addr }: Transfer): Promise<FirmwareStatus | undefined> {
  const request = { slave: child.slave, fn: 3, addr, count: FIRMWARE_STATUS_WORDS } as const;
  return readFirmwareStatus(await session.channel.read(request, child.profile.modbus.gapMs));
}

async function writeOrder(transfer: Transfer): Promise<void> {
  const { sn: _, ...order } = transfer.open;
  const words = orderWords(order);
  const most = mostWords(transfer);
  for (let at = 0; at < words.length; at += most)
    await writeWords(transfer, { file: ORDER_FILE, record: at, words: words.slice(at, at + most) });
}

async function writeBlock(transfer: Transfer, from: number): Promise<void> {
  const { road, open } = transfer;
  const { block } = await road.blockOf(await ownDevice(transfer), open.order, from);
  const most = 2 * mostWords(transfer);
  for (let at = 0; at < block.length;) {
    const place = placeOf(from + at);
    const room = 2 * (FILE_WORDS - place.record);
    const piece = block.subarray(at, at + Math.min(most, room));
    await writeWords(transfer, { ...place, words: wordsOfBytes(piece) });
    at += piece.length;
  }
}

/** The device, while its logger may speak for it: it may have been taken away or bound elsewhere since the transfer began. */
async function ownDevice({ session, open }: TransferInput): Promise<KnownDevice> {
  const { id } = await loggerOf(session);
  const device = session.parts.directory.spokenFor(id, open.sn);
  if (!device) throw new ReadError('closed', false);
  return device;
}

async function requireGoing(transfer: Transfer): Promise<void> {
  const { road, open, session, child } = transfer;
  const by = { connection: session.id, slave: child.slave };
  await road.requireGoing(await ownDevice(transfer), open.order, by);
}

/** Words of one request: what a device reads at once it takes at once. */
const mostWords = ({ child }: Transfer): number => Math.min(MOST_FILE_WORDS, child.profile.modbus.maxRegs);

/** Asks at its turn on the line whether it may leave: a block is a minute of a slow line, in which people may stop everything. */
async function writeWords(
  transfer: Transfer,
  piece: { file: number; record: number; words: readonly number[] },
): Promise<void> {
  const { session, child, signal } = transfer;
  signal.throwIfAborted();
  const { gapMs } = child.profile.modbus;
  const timeoutMs = session.parts.options.transferAnswerMs;
  const beforeSending = () => requireGoing(transfer);
  await session.channel.ask({ slave: child.slave, fn: 21, ...piece }, { gapMs, timeoutMs, beforeSending });
}
