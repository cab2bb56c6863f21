import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withCrc } from '../modbus/crc16.ts';
import { encodeReadRequest, encodeReadResponse, parseRequest, parseReadResponse } from '../modbus/rtu.ts';
import { encodeAt, escapeAtValue, isTunnelledAt, parseAtDiscovery, parseAtReply } from './at.ts';
import { encodeInvData, InvDataCollector, parseInvData, parseInvDataAnswer } from './inv-data.ts';
import { joinNetworkCommands } from './join-network.ts';

const read = { slave: 1, fn: 3, addr: 2, count: 1 } as const;
const response = encodeReadResponse(read, [0x0104]);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();
const okay = `+ok=${hex(response)}`;

describe('Modbus in AT text', () => {
  test('a request is written as the sticks take it, and read back', () => {
    const line = encodeInvData(encodeReadRequest(read));
    expect(line).toBe('AT+INVDATA=8,01030002000125CA');
    expect(parseRequest(parseInvData(`${line}\n`)!)).toEqual(read);
  });

  test.each([
    'AT+INVDATA=7,01030002000125CA',
    'AT+INVDATA=8,01030002000125CB',
    'AT+INVDATA=8,0103000200012',
    'AT+VER',
  ])('a line that is no whole request is none: %s', (line) => {
    expect(parseInvData(line)).toBeUndefined();
  });

  test('answers lose what sticks add: the escape byte of UDP, a second CRC', () => {
    const escaped = hex(response).replaceAll(/../g, '\u0010$&');
    const udp = Buffer.from(`+ok=${escaped}\u0010\r\n\r\n`, 'latin1');
    for (const answer of [okay, `${okay}\n`, `${okay}0000\r\n`, udp]) {
      const parsed = parseInvDataAnswer(answer);
      expect(parsed.type === 'modbus' && [...parseReadResponse(read, parsed.rtu)]).toEqual([0x0104]);
    }
  });

  test.each([
    ['+ok=no data', { reason: 'no-data' }],
    ['+ERR=-1', { reason: 'refused', code: -1 }],
    ['+ok', { reason: 'malformed' }],
    ['+ok=0103020104B818', { reason: 'malformed' }],
    ['garbage', { reason: 'malformed' }],
  ])('a failure says why: %s', (text, failure) => {
    expect(parseInvDataAnswer(text)).toMatchObject({ type: 'error', ...failure });
  });

  test('an answer cut anywhere is put together, with or without a line end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: okay.length }), fc.boolean(), (step, ended) => {
        const collector = new InvDataCollector();
        const text = ended ? `${okay}\n` : okay;
        const found = [];
        for (let at = 0; at < text.length; at += step) found.push(collector.push(text.slice(at, at + step)));
        expect(found.filter((each) => each?.type === 'modbus')).toHaveLength(1);
      }),
    );
  });

  test('an endless answer is given up, and a reset forgets the part that came', () => {
    const collector = new InvDataCollector();
    expect(collector.push(`+ok=${'0'.repeat(1000)}`)).toMatchObject({ reason: 'malformed' });
    collector.push('+ok=0103');
    collector.reset();
    expect(collector.push(okay)).toMatchObject({ type: 'modbus' });
  });

  test('random text never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(['modbus', 'error']).toContain(parseInvDataAnswer(text).type);
        expect(['modbus', 'error']).toContain(parseInvDataAnswer(`+ok=${text}`).type);
        parseInvData(text);
      }),
    );
  });
});

describe('commands', () => {
  test('ask without a value and order with one', () => {
    expect(encodeAt('WMODE')).toBe('AT+WMODE');
    expect(encodeAt('WSKEY', ['WPA2PSK', 'AES', 'secret'])).toBe('AT+WSKEY=WPA2PSK,AES,secret');
  });

  test('replies', () => {
    expect(parseAtReply('+ok\r\n')).toEqual({ type: 'ok', value: undefined });
    expect(parseAtReply('+ok=21521,21521')).toEqual({ type: 'ok', value: '21521,21521' });
    expect(parseAtReply('+ERR=-4')).toEqual({ type: 'error', code: -4 });
    expect(parseAtReply('hello')).toEqual({ type: 'other', text: 'hello' });
  });

  test('through the server go only commands that show no secrets, and one at a time', () => {
    expect(isTunnelledAt('AT+INVDATA=8,01030002000125CA')).toBe(true);
    for (const line of ['AT+WEBU', 'AT+WSKEY=OPEN,NONE,', 'AT+VER\r\nAT+WEBU', 'VER', 'AT+']) {
      expect(isTunnelledAt(line)).toBe(false);
    }
  });

  test('joining a network: the order, the escapes, the limits', () => {
    expect(joinNetworkCommands({ ssid: 'Our roof', key: 'a,b=c?d12', mode: 'apsta' })).toEqual([
      'AT+WSSSID=Our\\20roof',
      'AT+WSKEY=WPA2PSK,AES,a\\2Cb\\3Dc\\3Fd12',
      'AT+WANN=DHCP',
      'AT+WMODE=APSTA',
      'AT+Z',
    ]);
    expect(joinNetworkCommands({ ssid: 'x', key: undefined, mode: 'sta' })).toContain('AT+WSKEY=OPEN,NONE,');
    const join = (ssid: string, key: string) => () => joinNetworkCommands({ ssid, key, mode: 'sta' });
    expect(join('', 'long enough')).toThrow(expect.objectContaining({ reason: 'ssid-length' }));
    expect(join('ü'.repeat(17), 'long enough')).toThrow(expect.objectContaining({ reason: 'ssid-length' }));
    expect(join('x', 'short')).toThrow(expect.objectContaining({ reason: 'key-length' }));
    expect(escapeAtValue('plain')).toBe('plain');
  });
});

describe('discovery', () => {
  test('the forms that sticks answer in', () => {
    expect(parseAtDiscovery('192.0.2.7,AABBCCDDEEFF,2900000001')).toEqual({
      ip: '192.0.2.7',
      mac: 'aa:bb:cc:dd:ee:ff',
      serial: 2_900_000_001,
      name: undefined,
    });
    expect(parseAtDiscovery('192.0.2.7,AABBCCDDEEFF,HF-LPB100')).toMatchObject({
      serial: undefined,
      name: 'HF-LPB100',
    });
    expect(parseAtDiscovery('dongle@SF1,dtls_port:8899,SF1')).toBeUndefined();
    expect(parseAtDiscovery('999.0.2.7,AABBCCDDEEFF,1')).toBeUndefined();
  });
});

interface Vector {
  tx: string;
  rx: string;
  meaning: string;
  tx_crc_ok?: boolean;
  rx_crc_ok?: boolean;
}

/** Exchanges published by others are not copied here; these tests skip where they are absent. */
const folder = process.env.SUNFLEET_DATA ?? path.join(import.meta.dirname, '../../../../../shared/data');
const file = path.join(folder, '../vectors/at_and_ble.json');
const vectors: Vector[] = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as { at_invdata: Vector[] }).at_invdata
  : [];

describe.skipIf(vectors.length === 0)('published AT exchanges', () => {
  const sent = vectors
    .filter((vector) => vector.tx_crc_ok)
    .map((vector) => [vector.meaning, vector] as const);
  const got = vectors.filter((vector) => vector.rx_crc_ok).map((vector) => [vector.meaning, vector] as const);

  test.each(sent)('request: %s', (_meaning, { tx }) => {
    expect(encodeInvData(parseInvData(tx)!)).toBe(tx);
  });

  test.each(got)('answer: %s', (_meaning, { rx }) => {
    const answer = parseInvDataAnswer(rx);
    expect(answer.type === 'modbus' && `+ok=${hex(answer.rtu)}`).toBe(rx);
    expect(parseInvDataAnswer(`+ok=${hex(withCrc(Buffer.from(rx.slice(4), 'hex')))}`)).toEqual(answer);
  });
});
