/**
 * AT commands of logger sticks: UDP port 48899 of their own network, Bluetooth LE, and the V5 tunnel. Facts: public notes on
 * Hi-Flying modules, and the protocol notes of deye-bluetooth and deye-logger-at-cmd.
 */

/** Broadcasts that make a stick name itself; the first is the newer one. */
export const AT_DISCOVERY = ['WIFIKIT-214028-READ', 'HF-A11ASSISTHREAD'] as const;
export const AT_UDP_PORT = 48_899;

/** The Bluetooth LE service of Deye sticks. Writes need a response; answers come as notifications. */
export const AT_BLE = {
  service: '00000922-0000-1000-8000-00805f9b34fb',
  write: '0000fec7-0000-1000-8000-00805f9b34fb',
  notify: '0000fed8-0000-1000-8000-00805f9b34fb',
  maxRegs: 16,
  answerMs: 5000,
} as const;

/** Commands a server may send through the tunnel. Those that read or change passwords and keys are not among them. */
const TUNNELLED: ReadonlySet<string> = new Set([
  'TIME',
  'VER',
  'WEBVER',
  'MID',
  'WMODE',
  'WSLK',
  'WANN',
  'Z',
  'INVDATA',
]);

/** Whether a server may send this command line (`AT+NAME[=value]`). */
export function isTunnelledAt(line: string): boolean {
  const name = /^AT\+([A-Z]+)(?:=[^\r\n]*)?$/.exec(line)?.[1];
  return name !== undefined && TUNNELLED.has(name);
}

/** A command line without its end: a question without a value, an order with one. */
export function encodeAt(name: string, values?: readonly string[]): string {
  return values ? `AT+${name}=${values.join(',')}` : `AT+${name}`;
}

const ESCAPED = /[\r\n ,=?]/g;

/** Writes the characters that structure a command as a backslash and their code, as newer firmware wants them. */
export function escapeAtValue(value: string): string {
  return value.replace(ESCAPED, (char) => {
    const code = char.charCodeAt(0).toString(16).toUpperCase();
    return `\\${code.padStart(2, '0')}`;
  });
}

export type AtReply =
  | { type: 'ok'; value: string | undefined }
  | { type: 'error'; code: number }
  | { type: 'other'; text: string };

/** Reads `+ok`, `+ok=value` or `+ERR=-n`. */
export function parseAtReply(text: string): AtReply {
  const line = text.trim();
  const ok = /^\+ok(?:=([^]*))?$/i.exec(line);
  if (ok) return { type: 'ok', value: ok[1] };
  const error = /^\+ERR=(-?\d{1,4})$/i.exec(line);
  return error ? { type: 'error', code: Number(error[1]) } : { type: 'other', text: line };
}

/** How a stick answers a discovery broadcast. */
export interface AtDiscovered {
  ip: string;
  /** Six bytes with colons; undefined where the stick names none. */
  mac: string | undefined;
  /** Serial of the logger, where the third word is one; else the module's name. */
  serial: number | undefined;
  name: string | undefined;
}

/** Reads `ip,mac,serial` (or a module's name in third place); undefined for anything else. */
export function parseAtDiscovery(text: string): AtDiscovered | undefined {
  const [ip, mac, last] = text.trim().split(',');
  if (!ip || !isIpv4(ip)) return undefined;
  const serial = last && /^[1-9]\d{7,9}$/.test(last) ? Number(last) : undefined;
  const isSerial = serial !== undefined && serial <= 0xff_ff_ff_ff;
  return {
    ip,
    mac: mac && /^[0-9A-Fa-f]{12}$/.test(mac) ? mac.toLowerCase().match(/../g)!.join(':') : undefined,
    serial: isSerial ? serial : undefined,
    name: isSerial ? undefined : last,
  };
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}
