import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodePush } from '../push/push.ts';
import { parseCommandAnswer } from './command.ts';
import { parseDataHead } from './data.ts';
import { encodeV5Frame, V5_CONTROL } from './frame.ts';
import { parseHello } from './hello.ts';
import { parseWifiInfo } from './small-frames.ts';
import { V5StreamParser } from './stream-parser.ts';
import { acquisitionTime } from './times.ts';

/** Frames captured in the field; they are not copied here and the tests skip where they are absent. */
const folder = process.env.SUNFLEET_DATA ?? path.join(import.meta.dirname, '../../../../../shared/data');
const file = path.join(folder, '../vectors/v5_frames.json');

interface Vector {
  name: string;
  hex: string;
  length_ok: boolean;
  logger_serial: number;
  modbus_rtu?: string;
  decoded?: Record<string, unknown>;
}

const vectors = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Vector[]) : [];
const named = (name: string) => vectors.find((vector) => vector.name === name)!;
const frameOf = (vector: Vector) => new V5StreamParser().push(Buffer.from(vector.hex, 'hex'))[0];

describe.skipIf(vectors.length === 0)('captured V5 frames', () => {
  test.each(vectors.filter((vector) => vector.length_ok).map((vector) => [vector.name, vector] as const))(
    '%s is read and written back to the byte',
    (_name, vector) => {
      const frame = frameOf(vector);
      expect(frame?.serial).toBe(vector.logger_serial);
      expect(Buffer.from(encodeV5Frame(frame!)).toString('hex')).toBe(vector.hex);
    },
  );

  test('a frame with bytes missing is no frame, and the next one is found', () => {
    const parser = new V5StreamParser();
    const broken = vectors.find((vector) => !vector.length_ok)!;
    const whole = named('device_ind_msg');
    const stream = Buffer.from(broken.hex + whole.hex, 'hex');
    const frames = parser.push(stream);
    expect(frames.map((frame) => frame.serial)).toContain(whole.logger_serial);
  });

  test('hello frames tell what they were decoded to', () => {
    for (const vector of vectors) {
      const frame = frameOf(vector);
      if (frame?.control !== V5_CONTROL.hello) continue;
      const hello = parseHello(frame.payload)!;
      const { decoded } = vector;
      expect([hello.firmware, hello.uploadMinutes, hello.heartbeatSeconds, hello.signal]).toEqual([
        decoded?.firmware,
        decoded?.upload_min,
        decoded?.heartbeat_s,
        decoded?.signal_pct,
      ]);
    }
  });

  test('wifi info names network and signal', () => {
    const vector = named('sync_start_ind_msg');
    const { ssid, signal } = parseWifiInfo(frameOf(vector)!.payload)!;
    expect({ ssid, signal_pct: signal }).toEqual(vector.decoded);
  });

  test('TSUN data', () => {
    const pushed = decodePush(frameOf(named('inverter_ind_msg'))!)!;
    expect(pushed.sn).toBe(named('inverter_ind_msg').decoded?.inverter_sn);
    expect(pushed.time).toBe(1_711_870_044_000);
    expect(pushed.values).toMatchObject({
      'ac.power': 165.8,
      'ac.l1.voltage': 224.8,
      'ac.l1.current': 0.73,
      'ac.frequency': 50.05,
      'temp.inverter': 14,
      'pv1.voltage': 35.3,
      'pv1.current': 1.68,
      'pv1.power': 59.6,
      'pv4.power': 0,
      'energy.day': 0.11,
      'energy.total': 101.36,
    });
  });

  test('Deye micro data', () => {
    const pushed = decodePush(frameOf(named('deye_sunm80_data_4210'))!)!;
    expect(pushed.sn).toBe(named('deye_sunm80_data_4210').decoded?.sn);
    expect(pushed.values).toMatchObject({
      'ac.power': 4,
      'ac.l1.voltage': 232,
      'ac.frequency': 50.1,
      'temp.radiator': 27.7,
      'pv1.voltage': 27.1,
      'energy.day': 0.9,
      'energy.total': 177.5,
    });
  });

  test('answers to Modbus commands hold the frame without its quirks', () => {
    for (const vector of vectors) {
      const frame = frameOf(vector);
      if (frame?.control !== V5_CONTROL.commandAnswer || !vector.modbus_rtu) continue;
      const answer = parseCommandAnswer(frame.payload);
      if (answer.type === 'modbus') expect(Buffer.from(answer.rtu).toString('hex')).toBe(vector.modbus_rtu);
      else expect(answer).toMatchObject({ type: 'error', reason: 'no-answer' });
    }
  });

  test('the time of data is total plus offset', () => {
    const head = parseDataHead(frameOf(named('inverter_ind_msg'))!.payload)!;
    expect(acquisitionTime(head.times)).toBe(1_711_870_044_000);
    expect(head.buffered).toBe(false);
  });
});
