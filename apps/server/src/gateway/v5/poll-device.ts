import { isMeasurable } from '@sunfleet/contract';
import {
  decodePoints,
  readSteps,
  RegisterImage,
  type ModbusRead,
  type PointGroupName,
} from '@sunfleet/device-model';
import type { Reading } from '../../platform/ingest.ts';
import type { ChildDevice } from './children.queries.ts';
import { identityOfTexts } from './detect-device.ts';
import { ReadError } from './modbus-channel.ts';
import { describeChild, loggerOf, type V5Session } from './session.ts';

/** Reads of one device that it refused (registers it does not have); they are not asked for again. */
export type RefusedReads = Map<number, Set<string>>;

/**
 * Reads the groups of a device's profile and stores what they say at the time of the last answer. Reads the device refuses
 * are left out from then on; any other failure ends the poll and stores nothing, for half a reading sums up wrongly.
 * Answers whether what the device says of itself was kept. Rejects with `ReadError`, or with AppError when the store could not take it.
 */
export async function pollDevice(
  session: V5Session,
  child: ChildDevice,
  { groups, refused }: { groups: readonly PointGroupName[]; refused: RefusedReads },
): Promise<boolean> {
  const { ingest, directory, platform } = session.parts;
  const image = await readImage(session, child, { groups, refused });
  const { values: read, texts } = decodePoints(child.profile, image);
  const values = measurable(session, read);
  const logger = await loggerOf(session);
  const device = directory.spokenFor(logger.id, child.sn);
  if (!device) return false;
  if (Object.keys(values).length > 0) {
    const reading: Reading = { time: platform.clock.now(), values };
    await ingest.store(device, [reading], 'v5');
  }
  if (!groups.includes('once')) return false;
  return !(texts.model || texts.firmware) || describeChild(session, device.id, identityOfTexts(texts));
}

/** Without what cannot be measured, as a register that was never set: the other values of the device are none the worse for it. */
function measurable(
  { parts, trouble }: V5Session,
  read: Readonly<Record<string, number>>,
): Record<string, number> {
  const all = Object.entries(read);
  const values = all.filter(([, value]) => isMeasurable(value));
  if (values.length < all.length) {
    parts.counters.counts.valuesRefused += 1;
    trouble.note('valuesRefused', 1);
  }
  return Object.fromEntries(values);
}

async function readImage(
  session: V5Session,
  { id, profile, slave }: ChildDevice,
  { groups, refused }: { groups: readonly PointGroupName[]; refused: RefusedReads },
): Promise<RegisterImage> {
  const image = new RegisterImage();
  const left = refused.get(id) ?? new Set<string>();
  for (const request of readSteps(profile, { groups, slave, image })) {
    if (left.has(nameOf(request))) continue;
    try {
      image.load(request.fn, request.addr, await session.channel.read(request, profile.modbus.gapMs));
    } catch (error) {
      if (!(error instanceof ReadError) || error.reason !== 'refused') throw error;
      refused.set(id, left.add(nameOf(request)));
      session.parts.counters.counts.pollRefused += 1;
    }
  }
  return image;
}

const nameOf = ({ fn, addr, count }: ModbusRead) => `${fn}:${addr}:${count}`;
