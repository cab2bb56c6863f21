import type { Platform } from '../../platform/platform.ts';
import { createSunlight, type OpenFleet, type SunlightOf } from '../fleet/index.ts';
import { createLive, type Live } from './live/create-live.ts';
import type { PointRegistry } from './points/point-registry.ts';
import { startRetention } from './retention/start-retention.ts';
import { createRollUps, type RollUps } from './roll-up/create-roll-ups.ts';
import { createStates, type States } from './state/create-states.ts';

/** What is made of stored samples: roll-ups, states, live streams. */
export interface Telemetry {
  fleet: OpenFleet;
  sunlight: SunlightOf;
  rollUps: RollUps;
  states: States;
  live: Live;
  /** Call after the input has stopped: its last block still counts. */
  stop(): Promise<void>;
}

/** Opens everything that listens to stored samples. Call before the gateways open, so that nothing is missed. */
export async function openTelemetry(
  platform: Platform,
  { fleet, points }: { fleet: OpenFleet; points: PointRegistry },
): Promise<Telemetry> {
  const sunlight = createSunlight();
  const rollUps = createRollUps(platform, fleet, sunlight);
  const states = await createStates(platform, { fleet, sunlight, rollUps });
  const live = createLive(platform, points);
  await rollUps.start();
  const endRetention = startRetention(platform);
  return {
    fleet,
    sunlight,
    rollUps,
    states,
    live,
    async stop() {
      endRetention();
      live.stop();
      await rollUps.stop();
      await states.stop();
    },
  };
}
