import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { DeviceEndpoints } from '@sunfleet/contract';
import {
  curlLine,
  homeAssistantConfiguration,
  mosquittoLine,
  pointByKey,
  telegrafConfiguration,
} from '@sunfleet/device-model';
import jsonata from 'jsonata';
import mqtt from 'mqtt';
import { parse as parseToml } from 'smol-toml';
import { afterAll, expect, test, vi } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { registerDevicesRoutes } from '../src/features/devices/index.ts';
import { registerIngestRoutes } from '../src/gateway/http/index.ts';
import { createMqttGateway } from '../src/gateway/mqtt/index.ts';
import { openApi } from './api-kit.ts';
import { openGatewayInput } from './gateway-input.ts';
import { testPlatform } from './harness.ts';
import { makeStation } from './makers.ts';

/** Adds a device as a person does, then does what each line to copy says, and sees the sample arrive. */

const run = promisify(execFile);
const platform = await testPlatform({ SUNFLEET_HOST: '127.0.0.1', SUNFLEET_MQTT_PORT: '0' });
platform.clock.set(Date.now());
const input = await openGatewayInput(platform);
const gateway = createMqttGateway(platform, input);
await gateway.start();
const { server, someone } = await openApi(platform, registerDevicesRoutes, (http) =>
  registerIngestRoutes(http, input),
);
await server.app.listen({ host: '127.0.0.1', port: 0 });
const host = `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
afterAll(async () => {
  await server.app.close();
  await gateway.stop();
  await input.stop();
  await platform.stop();
});

let made = 0;

/** A device that was added just now, with what the page knows of it. */
async function added() {
  const owner = await someone('owner');
  const { id } = await makeStation(platform, {
    organisationId: owner.organisationId!,
    ownerId: owner.user.id,
  });
  const sn = `LINE-${(made += 1)}.x`;
  const { data } = await owner.post(`/stations/${id}/devices`, { sn, kind: 'inverter' });
  const { device, secret } = data as { device: { id: number }; secret: string };
  await vi.waitUntil(() => input.directory.byId(device.id));
  const answer = await owner.get(`/devices/${device.id}/endpoints`);
  const endpoints = answer.data as DeviceEndpoints;
  // The request of the test names no port of its own; a browser names that of the address it was opened at.
  const target = { ...endpoints, url: `http://${host}`, mqtt: endpoints.mqtt ?? undefined, sn, secret };
  return { id: device.id, owner, target };
}

const power = pointByKey('ac.power')!.id;
const valuesOf = async (device: number) =>
  (
    await platform.samples.query<{ value: number }>(
      'SELECT value FROM samples FINAL WHERE device = {device:UInt32} AND point = {power:UInt16}',
      { device, power },
    )
  ).map(({ value }) => value);
const firstArrives = (device: number) =>
  vi.waitFor(async () => expect(await valuesOf(device)).toEqual([1234]));

/** The words of a command line, as a shell reads them. */
async function wordsOf(line: string): Promise<string[]> {
  const { stdout } = await run('sh', ['-c', `for word in ${line}; do printf '%s\\0' "$word"; done`]);
  return stdout.split('\0').slice(0, -1);
}

test('curl sends a first reading', async () => {
  const { id, target } = await added();
  const { stdout } = await run('sh', ['-c', `${curlLine(target)} -sS`]);
  expect(JSON.parse(stdout)).toMatchObject({ data: { stored: 1 } });
  await firstArrives(id);
});

const hasMosquitto = await run('mosquitto_pub', ['--help']).then(
  () => true,
  (error: { code?: unknown }) => error.code !== 'ENOENT',
);

test.skipIf(!hasMosquitto)(
  'mosquitto_pub itself sends a first reading (skipped where it is not installed)',
  async () => {
    const { id, target } = await added();
    await run('sh', ['-c', mosquittoLine(target)!]);
    await firstArrives(id);
  },
);

test('what the line for mosquitto_pub says is a first reading', async () => {
  const { id, target } = await added();
  const [program, ...words] = await wordsOf(mosquittoLine(target)!);
  expect(program).toBe('mosquitto_pub');
  const options = new Map(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1]!]] : [])));
  expect([...options.keys()]).toEqual(['-h', '-p', '-u', '-P', '-q', '-t', '-m']);
  const client = await mqtt.connectAsync(`mqtt://${options.get('-h')}:${options.get('-p')}`, {
    username: options.get('-u')!,
    password: options.get('-P')!,
    reconnectPeriod: 0,
    protocolVersion: 4,
  });
  await client.publishAsync(options.get('-t')!, options.get('-m')!, { qos: 1 });
  await client.endAsync();
  await firstArrives(id);
});

interface Pushed {
  url: string;
  headers: Record<string, string>;
  body: string;
}

async function push({ url, headers, body }: Pushed): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
}

test('what Telegraf makes of its metrics by the configuration is taken', async () => {
  const { id, target } = await added();
  const { outputs } = parseToml(telegrafConfiguration(target)) as {
    outputs: { http: [Record<string, string> & { headers: Record<string, string> }] };
  };
  const [http] = outputs.http;
  expect(http).toMatchObject({ data_format: 'json', use_batch_format: false, json_timestamp_units: '1ms' });
  // The form of a metric in the JSON serializer of Telegraf, before its transformation.
  const metric = { name: 'pv', tags: { host: 'a' }, fields: { 'ac.power': 1234 }, timestamp: Date.now() };
  const body = JSON.stringify(await jsonata(http.json_transformation!).evaluate(metric));
  await push({ url: http.url!, headers: http.headers, body });
  await firstArrives(id);
});

test('what Home Assistant sends by the configuration is taken', async () => {
  const { id, target } = await added();
  const read = parseYaml(homeAssistantConfiguration(target)) as {
    rest_command: Record<string, { url: string; content_type: string; headers: object; payload: string }>;
    'automation sunfleet': [{ actions: [{ action: string }] }];
  };
  const [[name, command]] = Object.entries(read.rest_command) as [
    [string, (typeof read.rest_command)[string]],
  ];
  expect(read['automation sunfleet'][0].actions).toEqual([{ action: `rest_command.${name}` }]);
  const body = command.payload.replace(/\{\{.*?\}\}/, '1234.0');
  const headers = { ...command.headers, 'content-type': command.content_type };
  await push({ url: command.url, headers, body });
  await firstArrives(id);
});

test('only who may add devices at the station is told where they connect', async () => {
  const { id, owner, target } = await added();
  const stranger = await someone('owner');
  expect((await stranger.get(`/devices/${id}/endpoints`)).error).toBe('deviceNotFound');
  const { data } = await owner.get(`/devices/${id}/endpoints`);
  expect(data).toMatchObject({ organisation: target.organisation, onlyHere: true });
  expect(data.mqtt).toEqual({ host: 'localhost', port: platform.doors.portOf('mqtt'), tls: false });
});
