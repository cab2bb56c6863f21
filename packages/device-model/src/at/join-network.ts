import { encodeAt, escapeAtValue } from './at.ts';

export interface NetworkToJoin {
  ssid: string;
  /** Undefined: an open network. */
  key: string | undefined;
  /** `apsta` keeps the stick's own network beside; `sta` leaves it. */
  mode: 'sta' | 'apsta';
}

export type JoinRefusal = 'ssid-length' | 'key-length';

/** Why a stick cannot join a network as asked. */
export class JoinError extends Error {
  readonly reason: JoinRefusal;

  constructor(reason: JoinRefusal) {
    super(`Network of a logger: ${reason}`);
    this.name = 'JoinError';
    this.reason = reason;
  }
}

/**
 * The commands, in order, that make a stick join a network; it restarts with the last one and is found again by its serial
 * after 15 to 30 s. Throws `JoinError` for a name over 32 bytes or a key outside 8 to 64 characters.
 */
export function joinNetworkCommands({ ssid, key, mode }: NetworkToJoin): string[] {
  const bytes = new TextEncoder().encode(ssid).length;
  if (bytes < 1 || bytes > 32) throw new JoinError('ssid-length');
  if (key !== undefined && (key.length < 8 || key.length > 64)) throw new JoinError('key-length');
  const security = key === undefined ? ['OPEN', 'NONE', ''] : ['WPA2PSK', 'AES', escapeAtValue(key)];
  return [
    encodeAt('WSSSID', [escapeAtValue(ssid)]),
    encodeAt('WSKEY', security),
    encodeAt('WANN', ['DHCP']),
    encodeAt('WMODE', [mode.toUpperCase()]),
    encodeAt('Z'),
  ];
}
