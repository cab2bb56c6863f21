/**
 * Layouts of pushed data (0x42) as data: what stands at which byte of the frame (offsets count from the frame's first byte).
 * Anything not listed is polled by Modbus through the same socket instead.
 */
export interface PushField {
  key: string;
  at: number;
  type: 'u16le' | 'i16le' | 'u32le' | 'u16be' | 'i16be' | 'u32be';
  scale?: number;
  /** Added after the scale. */
  offset?: number;
  /** Native codes to platform codes; a code that is missing is "not known". */
  map?: Readonly<Record<number, number>>;
}

export interface PushLayout {
  id: string;
  deviceKind: 'inverter' | 'micro' | 'battery';
  manufacturer: string;
  /** Sensor list in the head, where it names the family. */
  sensorLists: readonly number[];
  /** Shortest frame that holds the layout. */
  frameBytes: number;
  fields: readonly PushField[];
  snAt: number;
  snLength: number;
}

const PV4 = [1, 2, 3, 4];

const tsunMicro: PushLayout = {
  id: 'tsun-micro',
  deviceKind: 'micro',
  manufacturer: 'TSUN',
  sensorLists: [0x02b0],
  frameBytes: 280,
  snAt: 32,
  snLength: 16,
  fields: [
    { key: 'state', at: 192, type: 'u16be', map: { 0: 0, 1: 3, 2: 4 } },
    { key: 'alarm.code', at: 198, type: 'u16be' },
    { key: 'fault.w1', at: 200, type: 'u16be' },
    { key: 'ac.l1.voltage', at: 210, type: 'u16be', scale: 0.1 },
    { key: 'ac.l1.current', at: 212, type: 'u16be', scale: 0.01 },
    { key: 'ac.frequency', at: 214, type: 'u16be', scale: 0.01 },
    { key: 'temp.inverter', at: 216, type: 'u16be', offset: -40 },
    { key: 'ac.power', at: 222, type: 'u16be', scale: 0.1 },
    ...PV4.flatMap((n): PushField[] => [
      { key: `pv${n}.voltage`, at: 218 + 6 * n, type: 'u16be', scale: 0.1 },
      { key: `pv${n}.current`, at: 220 + 6 * n, type: 'u16be', scale: 0.01 },
      { key: `pv${n}.power`, at: 222 + 6 * n, type: 'u16be', scale: 0.1 },
    ]),
    { key: 'energy.day', at: 248, type: 'u16be', scale: 0.01 },
    { key: 'energy.total', at: 250, type: 'u32be', scale: 0.01 },
  ],
};

const tsunStorage: PushLayout = {
  id: 'tsun-storage',
  deviceKind: 'battery',
  manufacturer: 'TSUN',
  sensorLists: [0x3026],
  frameBytes: 104,
  snAt: 32,
  snLength: 16,
  fields: [
    { key: 'pv1.voltage', at: 48, type: 'u16be', scale: 0.01 },
    { key: 'pv1.current', at: 50, type: 'u16be', scale: 0.01 },
    { key: 'pv2.voltage', at: 52, type: 'u16be', scale: 0.01 },
    { key: 'pv2.current', at: 54, type: 'u16be', scale: 0.01 },
    { key: 'energy.charge.total', at: 56, type: 'u32be', scale: 0.01 },
    { key: 'battery.voltage', at: 64, type: 'i16be', scale: 0.01 },
    { key: 'battery.current', at: 66, type: 'i16be', scale: 0.01 },
    { key: 'battery.soc', at: 68, type: 'u16be', scale: 0.01 },
    { key: 'battery.temp', at: 102, type: 'i16be' },
  ],
};

const deyeMicro: PushLayout = {
  id: 'deye-micro',
  deviceKind: 'micro',
  manufacturer: 'Deye',
  sensorLists: [0x5406, 0x5408],
  frameBytes: 112,
  snAt: 32,
  snLength: 10,
  fields: [
    { key: 'energy.day', at: 44, type: 'u32le', scale: 0.01 },
    { key: 'energy.total', at: 48, type: 'u32le', scale: 0.1 },
    { key: 'ac.l1.voltage', at: 56, type: 'u16le', scale: 0.1 },
    { key: 'ac.l1.current', at: 62, type: 'u16le', scale: 0.1 },
    { key: 'ac.frequency', at: 68, type: 'u16le', scale: 0.01 },
    { key: 'ac.power', at: 70, type: 'u32le' },
    { key: 'temp.radiator', at: 74, type: 'i16le', scale: 0.01 },
    ...PV4.flatMap((n): PushField[] => [
      { key: `pv${n}.voltage`, at: 92 + 4 * n, type: 'u16le', scale: 0.1 },
      { key: `pv${n}.current`, at: 94 + 4 * n, type: 'u16le', scale: 0.1 },
    ]),
  ],
};

const sofarKtlx: PushLayout = {
  id: 'sofar-ktlx',
  deviceKind: 'inverter',
  manufacturer: 'Sofar',
  sensorLists: [0x2701],
  frameBytes: 118,
  snAt: 32,
  snLength: 16,
  fields: [
    { key: 'temp.inverter', at: 48, type: 'i16le', scale: 0.1 },
    ...[1, 2].flatMap((n): PushField[] => [
      { key: `pv${n}.voltage`, at: 48 + 2 * n, type: 'u16le', scale: 0.1 },
      { key: `pv${n}.current`, at: 52 + 2 * n, type: 'u16le', scale: 0.1 },
    ]),
    ...[1, 2, 3].flatMap((phase): PushField[] => [
      { key: `ac.l${phase}.current`, at: 56 + 2 * phase, type: 'u16le', scale: 0.1 },
      { key: `ac.l${phase}.voltage`, at: 62 + 2 * phase, type: 'u16le', scale: 0.1 },
    ]),
    { key: 'ac.frequency', at: 70, type: 'u16le', scale: 0.01 },
    { key: 'ac.power', at: 72, type: 'u32le' },
    { key: 'energy.day', at: 76, type: 'u32le', scale: 0.01 },
    { key: 'energy.total', at: 80, type: 'u32le', scale: 0.1 },
    { key: 'state', at: 88, type: 'u16le', map: { 0: 0, 1: 2, 2: 3, 3: 4, 4: 4 } },
    { key: 'fault.w1', at: 90, type: 'u32le' },
    { key: 'bus.voltage', at: 114, type: 'u16le', scale: 0.1 },
  ],
};

export const PUSH_LAYOUTS: readonly PushLayout[] = [tsunMicro, tsunStorage, deyeMicro, sofarKtlx];
