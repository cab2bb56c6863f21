import type { ProfileInput } from '../profile/schema.ts';

const u32 = { type: 'u32' } as const;

/** Devices on a serial line that follow the registers of this platform (docs/device-api.md), and take firmware by file records. */
export const sunfleetModbus: ProfileInput = {
  id: 'sunfleet-modbus',
  version: 1,
  brand: 'Sunfleet',
  brandKey: 'sunfleet',
  models: ['SF-M*'],
  deviceKind: 'inverter',
  modbus: { fn: 3, maxRegs: 100, gapMs: 50 },
  // "SF"
  identify: [{ fn: 3, addr: 0xf000, anyOf: [0x5346] }],
  points: [
    { key: 'serialNumber', addr: 0xf001, count: 8, type: 'ascii', group: 'once' },
    { key: 'model', addr: 0xf009, count: 8, type: 'ascii', group: 'once' },
    { key: 'firmware', addr: 0xf011, count: 8, type: 'ascii', group: 'once' },
    { key: 'ac.power', addr: 0xf020, ...u32 },
    { key: 'energy.day', addr: 0xf022, ...u32, scale: 0.01 },
    { key: 'energy.total', addr: 0xf024, ...u32, scale: 0.1 },
    { key: 'ac.l1.voltage', addr: 0xf026, type: 'u16', scale: 0.1 },
    { key: 'ac.frequency', addr: 0xf027, type: 'u16', scale: 0.01 },
  ],
  firmwareFiles: { status: 0xf040 },
  sources: [{ name: 'docs/device-api.md', licence: 'own' }],
};
