import type { ProfileInput } from '../profile/schema.ts';

const i32 = { type: 'i32', wordOrder: 'hi' } as const;

/** Three-phase meter DTSD422-D3; positive power and energy are import. */
export const meterDtsd422: ProfileInput = {
  id: 'meter-dtsd422',
  version: 1,
  brand: 'DTSD422',
  brandKey: 'dtsd422',
  models: ['DTSD422-D3'],
  deviceKind: 'meter',
  modbus: { fn: 3, maxRegs: 60, gapMs: 100, maxGap: 12 },
  points: [
    ...[1, 2, 3].flatMap((phase) => [
      { key: `meter.l${phase}.voltage`, addr: phase, type: 'u16' as const, scale: 0.1 },
      { key: `meter.l${phase}.current`, addr: 5 + 2 * phase, ...i32, scale: 0.001 },
      { key: `meter.l${phase}.power`, addr: 13 + 2 * phase, ...i32 },
    ]),
    { key: 'meter.power', addr: 13, ...i32 },
    { key: 'meter.powerFactor', addr: 37, type: 'i16', scale: 0.001, valid: [-1, 1] },
    { key: 'meter.frequency', addr: 41, type: 'u16', scale: 0.01 },
    { key: 'meter.energy.import', addr: 42, ...i32, scale: 0.01, group: 'slow' },
    { key: 'meter.energy.export', addr: 52, ...i32, scale: 0.01, group: 'slow' },
  ],
  sources: [{ name: 'ha-solarman inverter definitions (facts)', licence: 'MIT' }],
};
