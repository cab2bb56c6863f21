import { expect, test } from 'vitest';
import { createDoors } from '../../platform/doors.ts';
import { readConfig } from '../../config.ts';
import { endpointsAt } from './endpoints-at.ts';

function at(address: string, environment: Record<string, string> = {}, ports?: { mqtt: number; v5: number }) {
  const doors = createDoors();
  if (ports) for (const door of ['mqtt', 'v5'] as const) doors.open(door, ports[door]);
  return endpointsAt(
    { config: readConfig({ SUNFLEET_DEMO: 'off', ...environment }), doors },
    new URL(address),
  );
}

test('devices go to the host that people use, at the ports that the server really has', () => {
  expect(at('http://192.168.1.20:8081', {}, { mqtt: 1884, v5: 10_001 })).toEqual({
    url: 'http://192.168.1.20:8081',
    mqtt: { host: '192.168.1.20', port: 1884, tls: false },
    v5: { host: '192.168.1.20', port: 10_001, tls: false },
    onlyHere: false,
  });
});

test('TLS of a door is told, and an address of IPv6 has no brackets outside of a URL', () => {
  const tls = { SUNFLEET_MQTT_TLS_CERT: 'a.pem', SUNFLEET_MQTT_TLS_KEY: 'b.pem' };
  expect(at('https://[2001:db8::7]/', tls)).toMatchObject({
    url: 'https://[2001:db8::7]',
    mqtt: { host: '2001:db8::7', port: 1883, tls: true },
    v5: { host: '2001:db8::7', port: 10_000, tls: false },
  });
});

test('names and ports of the settings win, because a proxy has its own', () => {
  const environment = {
    SUNFLEET_PUBLIC_MQTT_URL: 'mqtts://mqtt.example.com',
    SUNFLEET_PUBLIC_V5_URL: 'tcp://sticks.example.com:20000',
  };
  expect(at('https://pv.example.com', environment)).toMatchObject({
    mqtt: { host: 'mqtt.example.com', port: 8883, tls: true },
    v5: { host: 'sticks.example.com', port: 20_000, tls: false },
  });
  expect(at('https://pv.example.com', { SUNFLEET_PUBLIC_V5_URL: 'tls://s.example.com' }).v5).toEqual({
    host: 's.example.com',
    port: 10_000,
    tls: true,
  });
});

test('the address of a broker of the installation itself is not guessed', () => {
  const MQTT_URL = 'mqtt://inside:1883';
  expect(at('https://pv.example.com', { MQTT_URL }).mqtt).toBeNull();
  const SUNFLEET_PUBLIC_MQTT_URL = 'mqtt://broker.example.com:2883';
  expect(at('https://pv.example.com', { MQTT_URL, SUNFLEET_PUBLIC_MQTT_URL }).mqtt).toEqual({
    host: 'broker.example.com',
    port: 2883,
    tls: false,
  });
});

test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
  'devices elsewhere do not reach %s',
  (address) => {
    expect(at(address).onlyHere).toBe(true);
  },
);
