import { MAX_MPPT } from '../catalogue/points.ts';
import type { ModbusRead } from '../modbus/rtu.ts';
import type { RegisterImage } from '../profile/register-image.ts';
import { nextSunSpecRead, sunSpecChain, SUNSPEC_BASE } from './chain.ts';
import { SUNSPEC_MODELS } from './models.ts';

/** Registers that hold the models the platform reads, of any device seen. */
const USUAL_SPAN = 500;

interface Limits {
  fn: 3 | 4;
  maxRegs: number;
}

/**
 * Reads of a SunSpec device. With an image: the next step of its discovery until the chain of models is known (ask again
 * after each), then the models the platform reads, each in one read where it fits, so that values and their scale factors
 * are of one moment. Without an image: the usual range as a whole.
 */
export function planSunSpecReads(
  { fn, maxRegs }: Limits,
  { slave, image }: { slave: number; image: RegisterImage | undefined },
): ModbusRead[] {
  if (!image) return split({ slave, fn, addr: SUNSPEC_BASE, count: USUAL_SPAN }, maxRegs);
  const next = nextSunSpecRead(image, fn);
  if (next) return [{ slave, fn, ...next }];
  return sunSpecChain(image, fn)
    .filter(({ model }) => model === COMMON || holdsPoints(model))
    .flatMap(({ addr, model, length }) =>
      split({ slave, fn, addr, count: Math.min(length + 2, wordsRead(model)) }, maxRegs),
    );
}

const COMMON = 1;
const WORDS_OF_COMMON = 68;

/** Words of a model that hold what is read of it, with its head: a device may say that it has sixty thousand, which takes its logger half an hour. */
function wordsRead(model: number): number {
  const known = SUNSPEC_MODELS[model];
  if (!known) return WORDS_OF_COMMON;
  const { length, repeating } = known;
  return repeating ? repeating.at + MAX_MPPT * repeating.words : length + 2;
}

function holdsPoints(model: number): boolean {
  const known = SUNSPEC_MODELS[model];
  return known !== undefined && (known.points.length > 0 || known.repeating !== undefined);
}

/**
 * Reads that discover which models a device has, one at a time: load each answer into the image before taking the next. A
 * read without an answer is taken as refused, and its registers as not there.
 */
export function* discoverSunSpec(
  fn: 3 | 4,
  { slave, image }: { slave: number; image: RegisterImage },
): Generator<ModbusRead> {
  for (let next = nextSunSpecRead(image, fn); next; next = nextSunSpecRead(image, fn)) {
    yield { slave, fn, ...next };
    if (image.get(fn, next.addr) === undefined) image.set(fn, next.addr, NOT_THERE);
  }
}

const NOT_THERE = 0xffff;

function split(whole: ModbusRead, maxRegs: number): ModbusRead[] {
  const reads: ModbusRead[] = [];
  for (let done = 0; done < whole.count; done += maxRegs) {
    reads.push({ ...whole, addr: whole.addr + done, count: Math.min(maxRegs, whole.count - done) });
  }
  return reads;
}
