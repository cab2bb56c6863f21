import { expect, test } from 'vitest';
import { deviceTemplate, readDevices } from './read-devices.ts';

test('rows are read by the names of the columns, and each wrong cell is told by its column', () => {
  const rows = readDevices(
    [
      'Station;SN;Kind;ratedPower;productionDate;meterRole',
      'Barn;INV-1;inverter;8000;2026-02-28;',
      'Barn;INV-1;rocket;many;2026-02-31;grid',
      ';x;meter;;;grid',
    ].join('\n'),
  )!;
  expect(rows[0]).toMatchObject({
    sn: 'INV-1',
    station: 'Barn',
    device: { kind: 'inverter', ratedPower: 8000 },
    later: { productionDate: '2026-02-28' },
    faults: [],
  });
  expect(rows[1]!.faults.map(({ column }) => column)).toEqual([
    'kind',
    'meterRole',
    'ratedPower',
    'productionDate',
    'sn',
  ]);
  expect(rows[2]!.faults.map(({ column }) => column)).toEqual(['sn', 'station']);
  expect(readDevices('name,model\nA,B')).toBeNull();
  expect(readDevices(deviceTemplate())).toEqual([]);
});
