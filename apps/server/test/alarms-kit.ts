import type { Alarm } from '@sunfleet/contract';
import { onTestFinished } from 'vitest';
import { createAlarms, type AlarmParts } from '../src/features/alarms/create-alarms.ts';
import { FleetIndex } from '../src/features/fleet/fleet-index.ts';
import type { FleetChange, FleetStation, RegisteredDevice } from '../src/features/fleet/index.ts';
import { createIngest } from '../src/features/telemetry/ingest/create-ingest.ts';
import { openPointRegistry } from '../src/features/telemetry/points/point-registry.ts';
import type { TestPlatform } from './harness.ts';
import { soleOwnership } from './sole-ownership.ts';
import { knownDevice, makeDevice, makeStation } from './makers.ts';

/** Alarms of a fleet that a test fills. `storedUntil` is the time up to which samples are stored; the present where absent. */
export function openAlarms(platform: TestPlatform, storedUntil = () => platform.clock.now()) {
  const { fleet, put, putStation, drop } = testFleet();
  const create = ({ samples = platform.samples, until = storedUntil } = {}) =>
    createAlarms(
      { ...platform, samples },
      { ownership: soleOwnership(platform), fleet, storedUntil: () => until() },
    );
  return {
    fleet,
    create,
    /** Changes a device of the fleet, and announces it. */
    put,
    /** Changes a station of the fleet, and announces it. */
    putStation,
    /** Another server decides over a device from now on, or it is gone. */
    drop,
    /** A device with a station of its own, in the store and in the fleet. */
    async mintDevice(values: Partial<RegisteredDevice> = {}): Promise<RegisteredDevice> {
      const station = await makeStation(platform);
      const { parentId = null, profileId = null } = values;
      const row = await makeDevice(platform, { stationId: station.id, profileId, parentId });
      const device: RegisteredDevice = {
        ...knownDevice({
          id: row.id,
          sn: row.sn,
          kind: row.kind,
          profileId,
          stationId: station.id,
          timeZone: station.timeZone,
        }),
        parentId,
        interval: null,
        ...values,
      };
      put(device);
      return device;
    },
    /** Alarms that run until the test is over, and what they announce. */
    async start() {
      const told: Alarm[] = [];
      const end = platform.bus.subscribe('alarm', (alarm) => told.push(alarm));
      const alarms = create();
      await alarms.start();
      onTestFinished(async () => {
        end();
        await alarms.stop();
      });
      return { alarms, told };
    },
    /** What is written of a device, the oldest first. */
    rowsOf: ({ id }: { id: number }) =>
      platform.db
        .selectFrom('alarms')
        .selectAll()
        .where('deviceId', '=', id)
        .orderBy('beganAt')
        .orderBy('id')
        .execute(),
  };
}

/** The same, by fault codes of devices that a test stores. */
export async function openStoringAlarms(platform: TestPlatform) {
  const ingest = createIngest(platform, await openPointRegistry(platform), { lingerMs: 0 });
  const storedUntil = () => ingest.storedUntil();
  return {
    ...openAlarms(platform, storedUntil),
    storedUntil,
    store: (device: RegisteredDevice, time: number, code: number) =>
      ingest.store(device, [{ time, values: { 'alarm.code': code } }], 'mqtt'),
    stop: () => ingest.stop(),
  };
}

const NOTHING = { devices: [], stations: [] };

interface TestFleet {
  fleet: AlarmParts['fleet'];
  put(device: RegisteredDevice): void;
  putStation(station: FleetStation): void;
  drop(device: RegisteredDevice): void;
}

function testFleet(): TestFleet {
  const index = new FleetIndex();
  const listeners = new Set<(change: FleetChange) => void>();
  return {
    fleet: {
      device: (id) => index.device(id),
      devices: () => index.devices(),
      childrenOf: (id) => index.childrenOf(id),
      station: (id) => index.station(id),
      devicesOf: (id) => index.devicesOf(id),
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    putStation(station) {
      index.putStation(station);
      for (const listener of listeners)
        listener({ devices: [], stations: [station.id], left: NOTHING, rebuilt: [] });
    },
    drop({ id }) {
      index.removeDevice(id);
      for (const listener of listeners) listener({ devices: [id], stations: [], left: NOTHING, rebuilt: [] });
    },
    put(device) {
      index.putDevice({
        device,
        organisationId: null,
        secret: undefined,
        claimKnown: true,
        loggerSpeaks: false,
        firstSeenAt: 0,
        found: undefined,
      });
      for (const listener of listeners)
        listener({ devices: [device.id], stations: [], left: NOTHING, rebuilt: [] });
    },
  };
}
