import mqtt from 'mqtt';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openFleet } from '../src/features/fleet/index.ts';
import { openTelemetryInput } from '../src/features/telemetry/index.ts';
import { createMqttGateway } from '../src/gateway/mqtt/index.ts';
import { createV5Gateway } from '../src/gateway/v5/index.ts';
import type { Door, Known } from '../src/platform/connections/connections.ts';
import { testPlatform } from './harness.ts';
import { makeDevice, makeOrganisation } from './makers.ts';
import { registeredDevice } from './registered-device.ts';
import { fakeLogger } from './v5-logger.ts';

const platform = await testPlatform({
  SUNFLEET_MQTT_PORT: '0',
  SUNFLEET_V5_PORT: '0',
  SUNFLEET_HOST: '127.0.0.1',
});
const fleet = await openFleet(platform);
const { directory } = fleet;
const input = { ...(await openTelemetryInput(platform, fleet)), directory };
/** What gateways said of their connections. */
const told: (Known & { door: Door })[] = [];
const noted = {
  ...platform,
  connections: {
    ...platform.connections,
    known: (_: unknown, who: Known, door: Door = 'http') => void told.push({ ...who, door }),
  },
};
const gateways = { mqtt: createMqttGateway(noted, input), v5: createV5Gateway(noted, input) };
const ports = { mqtt: await gateways.mqtt.start(), v5: await gateways.v5.start() };
afterAll(async () => {
  await Promise.all([gateways.mqtt.stop(), gateways.v5.stop()]);
  await input.stop();
  await fleet.stop();
  await platform.stop();
});

const WEEK = 7 * 86_400_000;
const toldOf = (id: number) => vi.waitUntil(() => told.find(({ holder }) => holder === `device ${id}`));

test('at MQTT and V5 a device that came for the first time counts for its organisation, and one of last week by itself, each with its age', async () => {
  const organisation = await makeOrganisation(platform);
  const now = platform.clock.now();
  for (const firstSeenAt of [null, new Date(now - WEEK)]) {
    const values = { organisationId: organisation.id, firstSeenAt };
    const { device, secret } = await registeredDevice(platform, input, values);
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${ports.mqtt}`, {
      username: device.sn,
      password: secret,
    });
    onTestFinished(() => client.endAsync(true));
    const stick = await fakeLogger(ports.v5, { mode: 'silent' });
    const logger = await makeDevice(platform, { ...values, sn: String(stick.serial), kind: 'logger' });
    await fleet.ensure([logger.id]);
    stick.hello({});
    const newcomer = { of: `organisation ${organisation.id}`, until: now + WEEK };
    for (const [door, { id }] of [
      ['mqtt', device],
      ['v5', logger],
    ] as const) {
      const since = (firstSeenAt ?? new Date(now)).getTime();
      const known = { holder: `device ${id}`, administers: false, since, door };
      expect(await toldOf(id)).toEqual(firstSeenAt === null ? { ...known, newcomer } : known);
    }
  }
});

test('a device that nobody owns is told of by no gateway', async () => {
  const { device, secret } = await registeredDevice(platform, input);
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${ports.mqtt}`, {
    username: device.sn,
    password: secret,
  });
  onTestFinished(() => client.endAsync(true));
  expect(told.some(({ holder }) => holder === `device ${device.id}`)).toBe(false);
});
