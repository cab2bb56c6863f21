import type { PushField, PushFormat } from './fields.ts';

/**
 * Byte layouts of data frames (0x42) that loggers push by themselves, as published by people who captured them
 * (node-red-sofar-inverter, tsun-gen3-proxy, deye-microinverter-cloud-free). Offsets count from the start of the frame.
 */
export interface PushLayout {
  id: string;
  /** Code in the frame that names the family. */
  sensorList: number;
  /** Profile that describes the same device by registers and tells its faults; undefined where there is none. */
  profileId: string | undefined;
  /** Bytes of the shortest frame that is of this layout. */
  frameLength: number;
  sn: { at: number; length: number };
  fields: readonly PushField[];
  /** Product of two points where the device sends no power of its own. */
  products?: readonly { key: string; of: readonly [string, string] }[];
}

const SN_AT_BODY = { at: 32, length: 16 };

type Row = readonly [key: string, at: number, format: PushFormat, scale?: number, more?: Partial<PushField>];

const rows = (list: readonly Row[]): PushField[] =>
  list.map(([key, at, format, scale = 1, more]) => ({ key, at, format, scale, ...more }));

const pvProducts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    key: `pv${index + 1}.power`,
    of: [`pv${index + 1}.voltage`, `pv${index + 1}.current`] as const,
  }));

/** Status of Sofar devices before the third generation: standby, self-check, normal, fault, permanent fault. */
const SOFAR_STATES = { 0: 0, 1: 2, 2: 3, 3: 4, 4: 4 };

const sofarString: PushLayout = {
  id: 'sofar-ktlx',
  sensorList: 0x2701,
  profileId: 'sofar-ktlx',
  frameLength: 164,
  sn: SN_AT_BODY,
  fields: rows([
    ['temp.inverter', 48, 'i16le', 0.1],
    ['pv1.voltage', 50, 'u16le', 0.1],
    ['pv2.voltage', 52, 'u16le', 0.1],
    ['pv1.current', 54, 'u16le', 0.1],
    ['pv2.current', 56, 'u16le', 0.1],
    ['ac.l1.current', 58, 'u16le', 0.1],
    ['ac.l2.current', 60, 'u16le', 0.1],
    ['ac.l3.current', 62, 'u16le', 0.1],
    ['ac.l1.voltage', 64, 'u16le', 0.1],
    ['ac.l2.voltage', 66, 'u16le', 0.1],
    ['ac.l3.voltage', 68, 'u16le', 0.1],
    ['ac.frequency', 70, 'u16le', 0.01],
    ['ac.power', 72, 'u32le'],
    ['energy.day', 76, 'u32le', 0.01],
    ['energy.total', 80, 'u32le', 0.1],
    ['state', 88, 'u16le', 1, { map: SOFAR_STATES }],
    // The second half of the fault numbers (ID17 on) stands before the first.
    ['fault.w2', 90, 'u16le'],
    ['fault.w1', 92, 'u16le'],
    ['bus.voltage', 114, 'u16le', 0.1],
  ]),
  products: pvProducts(2),
};

const sofarG3: PushLayout = {
  id: 'sofar-g3',
  sensorList: 0x270a,
  profileId: 'sofar-g3',
  frameLength: 1445,
  sn: { at: 142, length: 14 },
  fields: rows([
    ['temp.inverter', 80, 'i16be'],
    ['temp.radiator', 84, 'i16be'],
    ['ac.frequency', 198, 'u16be', 0.01],
    ['ac.power', 200, 'i16be', 10],
    ['ac.l1.voltage', 216, 'u16be', 0.1],
    ['ac.l1.current', 218, 'u16be', 0.01],
    ['ac.l2.voltage', 238, 'u16be', 0.1],
    ['ac.l2.current', 240, 'u16be', 0.01],
    ['ac.l3.voltage', 260, 'u16be', 0.1],
    ['ac.l3.current', 262, 'u16be', 0.01],
    ['pv1.voltage', 358, 'u16be', 0.1],
    ['pv1.current', 360, 'u16be', 0.01],
    ['pv1.power', 362, 'u16be', 10],
    ['pv2.voltage', 364, 'u16be', 0.1],
    ['pv2.current', 366, 'u16be', 0.01],
    ['pv2.power', 368, 'u16be', 10],
    ['energy.day', 646, 'u32be', 0.01],
    ['energy.total', 650, 'u32be', 0.1],
    ['bus.voltage', 722, 'u16be', 0.1],
    ['str1.voltage', 736, 'u16be', 0.1],
    ['str1.current', 738, 'u16be', 0.01],
    ['str2.voltage', 742, 'u16be', 0.1],
    ['str2.current', 744, 'u16be', 0.01],
  ]),
};

/** Battery values of Sofar are positive when charging. */
const sofarHybrid: PushLayout = {
  id: 'sofar-hyd-es',
  sensorList: 0x2708,
  profileId: undefined,
  frameLength: 208,
  sn: SN_AT_BODY,
  fields: rows([
    ['pv1.voltage', 48, 'u16le', 0.1],
    ['pv1.current', 50, 'u16le', 0.01],
    ['pv1.power', 52, 'u16le', 10],
    ['pv2.voltage', 54, 'u16le', 0.1],
    ['pv2.current', 56, 'u16le', 0.01],
    ['pv2.power', 58, 'u16le', 10],
    ['ac.l1.voltage', 60, 'u16le', 0.1],
    ['ac.l1.current', 62, 'u16le', 0.01],
    ['ac.frequency', 64, 'u16le', 0.01],
    ['battery.power', 66, 'i16le', -10],
    ['battery.voltage', 68, 'u16le', 0.1],
    ['battery.current', 70, 'i16le', -0.01],
    ['battery.soc', 72, 'u16le'],
    ['battery.temp', 74, 'u16le'],
    ['load.power', 78, 'u16le', 10],
    ['ac.power', 82, 'u16le', 10],
    ['energy.day', 88, 'u16le', 0.01],
    ['energy.export.day', 90, 'u16le', 0.01],
    ['energy.import.day', 92, 'u16le', 0.01],
    ['energy.load.day', 94, 'u16le', 0.01],
    ['energy.total', 96, 'u32le'],
    ['energy.export.total', 100, 'u32le'],
    ['energy.import.total', 104, 'u32le'],
    ['energy.load.total', 108, 'u32le'],
    ['energy.discharge.day', 112, 'u16le', 0.01],
    ['energy.charge.day', 114, 'u16le', 0.01],
    ['energy.charge.total', 116, 'u32le'],
    ['energy.discharge.total', 120, 'u32le'],
    ['bus.voltage', 130, 'u16le', 0.1],
    ['temp.inverter', 142, 'u16le'],
    ['temp.radiator', 144, 'u16le'],
  ]),
};

const sofarStorage: PushLayout = {
  id: 'sofar-me3000',
  sensorList: 0x2703,
  profileId: undefined,
  frameLength: 232,
  sn: SN_AT_BODY,
  fields: rows([
    ['battery.temp', 48, 'i16le', 0.1],
    ['ac.l1.voltage', 64, 'u16le', 0.1],
    ['ac.frequency', 70, 'u16le', 0.01],
    ['state', 88, 'u16le', 1, { map: SOFAR_STATES }],
    ['battery.voltage', 102, 'u16le', 0.1],
    ['battery.soc', 106, 'u16le'],
    ['temp.inverter', 166, 'u16le'],
    ['temp.radiator', 168, 'u16le'],
    ['battery.power', 194, 'i16le', -10],
    ['energy.charge.day', 196, 'u16le', 0.01],
    ['energy.discharge.day', 198, 'u16le', 0.01],
    ['energy.charge.total', 200, 'u32le'],
    ['energy.discharge.total', 204, 'u32le'],
  ]),
};

const tsunMicro: PushLayout = {
  id: 'tsun-micro',
  sensorList: 0x02b0,
  profileId: 'tsun-micro',
  frameLength: 420,
  sn: SN_AT_BODY,
  fields: rows([
    ['state', 192, 'u16be', 1, { map: { 0: 0, 1: 3 } }],
    ['alarm.code', 198, 'u16be'],
    ['fault.w1', 200, 'u16be'],
    ['ac.l1.voltage', 210, 'u16be', 0.1],
    ['ac.l1.current', 212, 'u16be', 0.01],
    ['ac.frequency', 214, 'u16be', 0.01],
    ['temp.inverter', 216, 'u16be', 1, { offset: -40 }],
    ['ac.power', 222, 'u16be', 0.1],
    ...[1, 2, 3, 4].flatMap((n): Row[] => [
      [`pv${n}.voltage`, 218 + 6 * n, 'u16be', 0.1],
      [`pv${n}.current`, 220 + 6 * n, 'u16be', 0.01],
      [`pv${n}.power`, 222 + 6 * n, 'u16be', 0.1],
    ]),
    ['energy.day', 248, 'u16be', 0.01],
    ['energy.total', 250, 'u32be', 0.01],
  ]),
};

const tsunStorage: PushLayout = {
  id: 'tsun-dc1000',
  sensorList: 0x3026,
  profileId: undefined,
  frameLength: 124,
  sn: SN_AT_BODY,
  fields: rows([
    ['pv1.voltage', 48, 'u16be', 0.01],
    ['pv1.current', 50, 'u16be', 0.01],
    ['pv2.voltage', 52, 'u16be', 0.01],
    ['pv2.current', 54, 'u16be', 0.01],
    ['energy.charge.total', 56, 'u32be', 0.01],
    ['battery.voltage', 64, 'i16be', 0.01],
    // No source says which sign means discharging, so it is no battery.current.
    ['battery.signedCurrent', 66, 'i16be', 0.01],
    ['battery.soc', 68, 'u16be', 0.01],
    ...Array.from({ length: 16 }, (_, index): Row => [
      `battery.cell${index + 1}.voltage`,
      70 + 2 * index,
      'u16be',
      0.001,
    ]),
    ['battery.temp', 102, 'i16be'],
    ['dc.out.voltage', 108, 'u16be', 0.01],
    ['dc.out.current', 110, 'u16be', 0.01],
    ['alarm.code', 116, 'u16be'],
  ]),
  products: pvProducts(2),
};

/** Schema byte 0x08 of Deye micro inverters stands where others have the low byte of their code. */
const deyeMicro: PushLayout = {
  id: 'deye-micro',
  sensorList: 0x5408,
  profileId: 'deye-micro',
  frameLength: 262,
  sn: { at: 32, length: 10 },
  fields: rows([
    ['energy.day', 44, 'u32le', 0.01],
    ['energy.total', 48, 'u32le', 0.1],
    ['ac.l1.voltage', 56, 'u16le', 0.1],
    ['ac.l1.current', 62, 'u16le', 0.1],
    ['ac.frequency', 68, 'u16le', 0.01],
    ['ac.power', 70, 'u32le'],
    ['temp.radiator', 74, 'i16le', 0.01],
    ...[1, 2, 3, 4].flatMap((n): Row[] => [
      [`pv${n}.voltage`, 92 + 4 * n, 'u16le', 0.1],
      [`pv${n}.current`, 94 + 4 * n, 'u16le', 0.1],
    ]),
  ]),
  products: pvProducts(4),
};

export const PUSH_LAYOUTS: readonly PushLayout[] = [
  sofarString,
  sofarG3,
  sofarHybrid,
  sofarStorage,
  tsunMicro,
  tsunStorage,
  deyeMicro,
];
