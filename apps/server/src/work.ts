import { createAlarms, type Alarms, FAULT_POINTS, faultPointId } from './features/alarms/index.ts';
import { factPoints, hearFacts, type FactGap, type FactHearing } from './features/facts/index.ts';
import { ownedFleet, type OpenFleet, type SunlightOf } from './features/fleet/index.ts';
import { createStates, STATE_POINTS, type States } from './features/live-state/index.ts';
import {
  completeLatest,
  openTelemetry,
  type RollUps,
  type Telemetry,
  type TelemetryInput,
} from './features/telemetry/index.ts';
import { createBus, type Bus } from './platform/bus.ts';
import type { Life } from './platform/ownership/lives.ts';
import type { Ownership } from './platform/ownership/ownership.ts';
import type { Platform } from './platform/platform.ts';
import type { Topics } from './platform/topics.ts';
import { tellTaken } from './tell-taken.ts';

/** Points that states and alarms are decided from. */
export const DECIDED_POINTS = factPoints([...STATE_POINTS, ...FAULT_POINTS.map(faultPointId)]);

export interface WorkParts {
  fleet: OpenFleet;
  sunlight: SunlightOf;
  input: Pick<TelemetryInput, 'ingest'>;
}

/** One life of what decides over stored samples: states, alarms and energies of the partitions that it owns. */
export interface Work extends Life {
  rollUps: RollUps;
}

/**
 * Begins a life. It takes in what is stored from now on, and first what was stored since the last life that decided over these partitions, of this
 * server or another. `gap`: something stored was not heard of, and the next life reads it from the store.
 */
export async function beginWork(
  platform: Platform,
  { fleet, sunlight, input }: WorkParts,
  ownership: Ownership,
  gap: (unheardSince?: number) => void,
): Promise<Work> {
  const bus = platform.messages ? workBus(platform) : platform.bus;
  const working: Platform = { ...platform, bus };
  const taken = tellTaken(platform, (deviceIds) => void bus.publish('devicesTaken', { deviceIds }));
  const { fleet: owned, stop: endOwned } = ownedFleet(fleet, ownership, (ids) => taken.take(ids));
  let hearing: FactHearing | undefined;
  let alarms: Alarms | undefined;
  let telemetry: Telemetry | undefined;
  let states: States | undefined;
  const stop = async () => {
    await hearing?.stop();
    endOwned();
    await taken.stop();
    await telemetry?.stop();
    await alarms?.stop();
    await states?.stop();
  };
  try {
    if (platform.messages) {
      const { messages } = platform;
      const missed = (found: FactGap) => gap(found.unheardSince);
      hearing = await hearFacts(platform, { partitions: ownership.partitions, messages, bus, gap: missed });
      await completeLatest(platform);
    }
    const storedUntil = () => hearing?.storedUntil() ?? input.ingest.storedUntil();
    alarms = createAlarms(working, { ownership, fleet: owned, storedUntil });
    telemetry = openTelemetry(working, { ownership, fleet, owned, sunlight, storedUntil });
    await Promise.all([alarms.start(), telemetry.rollUps.read()]);
    states = await createStates(working, telemetry);
    await telemetry.rollUps.start();
    hearing?.release();
    return { rollUps: telemetry.rollUps, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What is stored and seen comes over messages, from this server as from others. Everything else is announced on the bus of the server. */
function workBus({ bus, log }: Pick<Platform, 'bus' | 'log'>): Bus<Topics> {
  const heard = createBus<Topics>((topic, error) => log.error({ err: error, topic }, 'subscriber failed'));
  const isHeard = (topic: keyof Topics) =>
    topic === 'stored' || topic === 'deviceSeen' || topic === 'devicesTaken';
  return {
    publish: (topic, payload) => (isHeard(topic) ? heard : bus).publish(topic, payload),
    subscribe: (topic, listener) => (isHeard(topic) ? heard : bus).subscribe(topic, listener),
  };
}
