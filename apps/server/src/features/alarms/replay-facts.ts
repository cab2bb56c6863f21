import type { SampleBlock } from '../../platform/ingest.ts';
import { createSampleColumns } from '../../platform/sample-columns.ts';
import { storedSince } from '../telemetry/index.ts';
import { ownSince, takeObservation, type AlarmEngine } from './alarm-engine.ts';
import { FAULT_POINTS, faultPointId, readFaultWords, type FaultWords } from './fault-words.ts';
import type { SavedFacts } from './saved-facts.queries.ts';
import { NO_WORDS } from './word-values.ts';

const POINTS = FAULT_POINTS.map(faultPointId);
/** The replay begins this much before the saved position, because clocks are sometimes set back a little. */
const OVERLAP_MS = 60_000;

/**
 * Replays to the engine what was stored since its last write, in the order of the devices' own times. Most of it has had its effect
 * already. That does no harm: the same words change nothing, and an alarm that is in the store is not written twice.
 */
export async function replayFacts(engine: AlarmEngine, saved: SavedFacts): Promise<void> {
  if (saved.storedUntil === undefined) return;
  const since = saved.storedUntil - OVERLAP_MS;
  const devices = [...new Set([...standing(saved.words), ...engine.book.active.keys()])];
  for await (const part of storedSince(engine.platform.samples, { since, points: POINTS, devices })) {
    for (const samples of byDevice(part.samples)) {
      // Of others what they decide is saved by whoever owns them.
      if (engine.fleet.device(samples.devices[0]!))
        replayDevice(engine, saved, { samples, recentFrom: part.recentFrom });
    }
  }
}

/** Devices whose saved words tell a fault. */
function* standing(words: FaultWords): Generator<number> {
  for (const [deviceId, { values }] of words) if (values.some((value) => value > 0)) yield deviceId;
}

/** Late samples tell about the past if the device has newer ones as well. Otherwise they are the newest there are. */
function replayDevice(
  engine: AlarmEngine,
  saved: SavedFacts,
  { samples, recentFrom }: { samples: SampleBlock; recentFrom: number },
): void {
  const deviceId = samples.devices[0]!;
  const reportsNow = samples.times[samples.length - 1]! >= recentFrom;
  const lateUntil = reportsNow ? recentFrom : -Infinity;
  const since = ownSince(engine.fleet.device(deviceId));
  const late = part(samples, (time) => time >= since && time < lateUntil);
  const recent = part(samples, (time) => time >= since && time >= lateUntil);
  const words = saved.words.get(deviceId);
  const known: FaultWords = new Map(words ? [[deviceId, { ...words }]] : []);
  const past: FaultWords = new Map([[deviceId, { time: Infinity, values: NO_WORDS }]]);
  for (const observation of [...readFaultWords(past, late), ...readFaultWords(known, recent)]) {
    takeObservation(engine, observation, saved.storedUntil);
  }
  const replayed = known.get(deviceId);
  if (replayed) engine.words.set(deviceId, replayed);
}

function part(samples: SampleBlock, belongs: (time: number) => boolean): SampleBlock {
  const block = createSampleColumns(Math.max(1, samples.length));
  for (let row = 0; row < samples.length; row += 1) {
    const time = samples.times[row]!;
    if (belongs(time)) block.add(samples.devices[row]!, samples.points[row]!, time, samples.values[row]!);
  }
  return block;
}

/** Rows of one device stand together. */
function* byDevice(samples: SampleBlock): Generator<SampleBlock> {
  let from = 0;
  while (from < samples.length) {
    let to = from;
    while (to < samples.length && samples.devices[to] === samples.devices[from]) to += 1;
    yield {
      length: to - from,
      devices: samples.devices.subarray(from, to),
      points: samples.points.subarray(from, to),
      times: samples.times.subarray(from, to),
      values: samples.values.subarray(from, to),
    };
    from = to;
  }
}
