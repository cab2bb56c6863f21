import type { PACKED_RULES } from '@sunfleet/contract';
import type { AlarmRecord, AlarmSubject } from '../alarm-book.ts';
import type { AlarmEngine } from '../alarm-engine.ts';
import { isGridFault } from '../is-grid-fault.ts';
import { isSilent } from '../offline-watch.ts';

type Pack = (typeof PACKED_RULES)[number];

/** What says that something is wrong without saying what: each shipped rule with those that explain it. */
const EXPLAINED_BY: Readonly<Partial<Record<Pack, readonly Pack[]>>> = (() => {
  const off = ['wrongClock', 'stuckPower', 'zeroProduction'] as const;
  const strings = [...off, 'openString', 'weakString', 'derating', 'hotInverter'] as const;
  return {
    belowPeers: strings,
    belowExpected: [...strings, 'belowPeers'],
    weakString: ['openString', ...off],
    openString: off,
    zeroProduction: ['wrongClock', 'stuckPower'],
    wrongClock: ['stuckPower'],
    hotInverter: ['derating'],
    derating: ['hotInverter'],
  };
})();
/** Of these one device of a station speaks for all: the grid, and what keeps a whole station below its light, as snow or a wrong sensor. */
const OF_ALL: ReadonlySet<string> = new Set<Pack>(['gridVoltage', 'gridFrequency', 'belowExpected']);

export const isSymptom = (pack: string | null): boolean => pack !== null && pack in EXPLAINED_BY;

interface Span {
  from: number;
  to: number;
}

/** Alarms that stand or have just ended, by what they explain. */
export class ToldCauses {
  readonly #engine: AlarmEngine;
  /** Shipped rules by the code of their alarms. */
  readonly #packs: ReadonlyMap<string, string | null>;
  readonly #ofDevice = new Map<number, Set<AlarmRecord>>();
  readonly #ofStation = new Map<number, Set<AlarmRecord>>();

  constructor(engine: AlarmEngine, packs: ReadonlyMap<string, string | null>) {
    this.#engine = engine;
    this.#packs = packs;
    for (const records of engine.book.active.values())
      for (const record of records.values()) this.add(record);
    for (const { record } of engine.book.recent.values()) this.add(record);
  }

  add(record: AlarmRecord): void {
    put(this.#ofDevice, record.deviceId, record);
    if (record.stationId === null) return;
    if (isGridFault(record) || OF_ALL.has(this.#packs.get(record.code) ?? ''))
      put(this.#ofStation, record.stationId, record);
  }

  /**
   * Whether the cause of what a rule found in a span is told already: by a fault that the device reports, its silence or that of its logger, by the
   * grid of its station, by times that are not those of now, or by a rule that says more.
   */
  hides({ deviceId, stationId, code }: AlarmSubject, pack: string | null, span: Span): boolean {
    const { fleet, watch, platform } = this.#engine;
    const now = platform.clock.now();
    const parent = fleet.device(deviceId)?.parentId ?? null;
    if (isSilent(watch, deviceId, now) || (parent !== null && isSilent(watch, parent, now))) return true;
    const explaining: readonly string[] = EXPLAINED_BY[pack as Pack] ?? [];
    if (explaining.includes('wrongClock') && (watch.mistimed.get(deviceId) ?? -Infinity) >= span.from)
      return true;
    for (const record of this.#ofDevice.get(deviceId) ?? []) {
      if (!overlaps(record, span)) continue;
      if (record.type === 'deviceFault' && record.level !== 'tip') return true;
      if (record.type === 'offline') return true;
      if (record.type === 'rule' && explaining.includes(this.#packs.get(record.code) ?? '')) return true;
    }
    for (const record of this.#ofDevice.get(parent ?? -1) ?? [])
      if (record.type === 'offline' && overlaps(record, span)) return true;
    for (const record of this.#ofStation.get(stationId ?? -1) ?? []) {
      if (!overlaps(record, span)) continue;
      if (record.type === 'deviceFault') return true;
      if (OF_ALL.has(pack ?? '') && this.#isSameOfAnother(record, { deviceId, code })) return true;
    }
    return false;
  }

  /** What is wrong with the grid goes by several names; anything else is of all only by its own. */
  #isSameOfAnother(
    record: AlarmRecord,
    { deviceId, code }: Pick<AlarmSubject, 'deviceId' | 'code'>,
  ): boolean {
    const isOfGrid = (of: string) => this.#packs.get(of)?.startsWith('grid') ?? false;
    if (isOfGrid(record.code) !== isOfGrid(code)) return false;
    return record.deviceId !== deviceId || record.code !== code;
  }
}

function put(map: Map<number, Set<AlarmRecord>>, key: number, record: AlarmRecord): void {
  const known = map.get(key) ?? new Set();
  map.set(key, known.add(record));
}

const overlaps = ({ beganAt, recoveredAt }: AlarmRecord, { from, to }: Span): boolean =>
  beganAt <= to && (recoveredAt ?? Infinity) >= from;
