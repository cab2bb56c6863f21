import type { DevicesTable } from '../../../platform/postgres/tables/devices.ts';
import type { Flow, Grain } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import type { TestPlatform } from '../../../../test/harness.ts';
import { soleOwnership } from '../../../../test/sole-ownership.ts';
import type { KnownDevice, Reading } from '../../../platform/ingest.ts';
import type { Ownership } from '../../../platform/ownership/ownership.ts';
import { createSunlight, openFleet, type OpenFleet, type SunlightOf } from '../../fleet/index.ts';
import { createIngest, type RunningIngest } from '../ingest/create-ingest.ts';
import { openPointRegistry } from '../points/point-registry.ts';
import { createRollUps, type RollUps } from '../roll-up/create-roll-ups.ts';
import type { Subject } from '../roll-up/energy-cells.ts';
import { readCells } from '../roll-up/energy-store.ts';

/** Telemetry on a test's platform, from the intake to the roll-ups. */
export interface TelemetryKit {
  platform: TestPlatform;
  ownership: Ownership;
  owns: () => boolean;
  fleet: OpenFleet;
  sunlight: SunlightOf;
  storedUntil: () => number;
  ingest: RunningIngest;
  rollUps: RollUps;
  /** Stores readings of a device made by `makeDevice`. */
  store(device: Selectable<DevicesTable>, readings: readonly Reading[]): Promise<void>;
  /** Stored energies of one flow, kWh with what was laid over gaps, by bucket start. */
  energies(of: { subject?: Subject; id: number; flow?: Flow; grain: Grain }): Promise<Map<number, number>>;
  stop(): Promise<void>;
}

export async function openTelemetry(platform: TestPlatform): Promise<TelemetryKit> {
  const fleet = await openFleet(platform);
  const sunlight = createSunlight();
  const points = await openPointRegistry(platform);
  // A test waits for each reading that it stores, so none has company to wait for.
  const ingest = createIngest(platform, points, { lingerMs: 0 });
  const ownership = soleOwnership(platform);
  const owns = () => true;
  const rollUps = createRollUps(platform, { ownership, owns, fleet, sunlight, ingest });
  return {
    platform,
    ownership,
    owns,
    fleet,
    sunlight,
    storedUntil: () => ingest.storedUntil(),
    ingest,
    rollUps,
    store: (device, readings) => ingest.store(known(device), readings, 'mqtt'),
    async energies({ subject = 'device', id, flow = 'pv', grain }) {
      const spans = { [grain]: { start: 0, end: 4e12 } };
      const stored = await readCells(platform.samples, subject, { ids: [id], spans });
      const cells = [...(stored.get(id)?.get(flow)?.get(grain) ?? [])].toSorted((a, b) => a[0] - b[0]);
      return new Map(cells.map(([start, cell]) => [start, cell.kwh + cell.spread]));
    },
    async stop() {
      await ingest.stop();
      await rollUps.stop();
      await fleet.stop();
      await platform.stop();
    },
  };
}

function known(device: Selectable<DevicesTable>): KnownDevice {
  const { id, sn, kind, stationId, meterRole, ratedPower } = device;
  return {
    id,
    sn,
    kind,
    stationId,
    meterRole,
    ratedPower,
    profileId: null,
    organisationCode: null,
    timeZone: 'UTC',
  };
}
