import type { DeviceEndpoints } from '@sunfleet/contract';
import { isIP } from 'node:net';
import { createNearBy } from '../../platform/connections/near-by.ts';
import type { Platform } from '../../platform/platform.ts';

const isThisMachine = createNearBy([]);

/** Ports that an address of the settings means where it names none. */
const USUAL_PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883 };
const V5_PORT = 10_000;

type Parts = Pick<Platform, 'config' | 'doors'>;

/** Where devices connect to when people reach this server at this address. The settings win, because a proxy may have other names and ports. */
export function endpointsAt({ config, doors }: Parts, address: URL): Omit<DeviceEndpoints, 'organisation'> {
  const host = plainHost(address.hostname);
  const { publicMqttUrl, publicV5Url, mqttTls, v5Tls } = config;
  const embedded = { host, port: doors.portOf('mqtt') ?? config.mqttPort, tls: mqttTls !== undefined };
  const stick = { host, port: doors.portOf('v5') ?? config.v5Port, tls: v5Tls !== undefined };
  return {
    url: address.href.replace(/\/+$/, ''),
    mqtt: namedDoor(publicMqttUrl) ?? (config.mqttUrl === undefined ? embedded : null),
    v5: namedDoor(publicV5Url) ?? stick,
    onlyHere: isLocalName(host),
  };
}

function namedDoor(text: string | undefined): { host: string; port: number; tls: boolean } | undefined {
  const named = URL.parse(text ?? '');
  if (!named) return undefined;
  const { protocol, hostname, port } = named;
  return {
    host: plainHost(hostname),
    port: port === '' ? (USUAL_PORTS[protocol] ?? V5_PORT) : Number(port),
    tls: protocol === 'mqtts:' || protocol === 'tls:',
  };
}

/** An address of IPv6 stands in brackets in a URL and nowhere else. */
const plainHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

function isLocalName(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return isIP(host) > 0 && isThisMachine(host);
}
