import type { Platform } from '../../platform/platform.ts';
import type { OpenFleet } from './fleet/open-fleet.ts';
import { openFleet } from './fleet/open-fleet.ts';
import { createSunlight, type SunlightOf } from './fleet/sunlight.ts';
import { createLive, type Live } from './live/create-live.ts';
import type { TelemetryInput } from './open-telemetry-input.ts';
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
  input: Pick<TelemetryInput, 'points'>,
): Promise<Telemetry> {
  const fleet = await openFleet(platform);
  const sunlight = createSunlight();
  const rollUps = createRollUps(platform, fleet, sunlight);
  const states = await createStates(platform, { fleet, sunlight, rollUps });
  const live = createLive(platform, input.points);
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
      await fleet.stop();
    },
  };
}
