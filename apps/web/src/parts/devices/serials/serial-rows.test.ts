import type { AddedDevice, CheckedSerial, SerialState } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { isAddable, serialRows } from './serial-rows.ts';

const checked = (sn: string, state: SerialState): CheckedSerial => ({ sn, state, station: null });
const refused: AddedDevice = {
  sn: 'R-1',
  deviceId: null,
  secret: '',
  refusal: { error: 'tooManyRequests', message: 'Later.' },
};

test('only what is new, reports or shows its claim code is sent, and what was refused may be sent again', () => {
  const rows = serialRows({
    checked: [
      checked('N-1', 'new'),
      checked('N-1', 'duplicate'),
      checked('B-1', 'reporting'),
      checked('C-1', 'claimNeeded'),
      checked('C-2', 'claimNeeded'),
      checked('R-1', 'new'),
      checked('T-1', 'taken'),
      checked('H-1', 'here'),
      checked('U-1', 'untold'),
      checked('a b', 'invalid'),
    ],
    claimCodes: new Map([
      ['C-1', '35BDH-S76KW'],
      ['C-2', 'no code'],
    ]),
    results: new Map([
      ['N-1', { sn: 'N-1', deviceId: 7, secret: 's', refusal: null }],
      ['R-1', refused],
    ]),
  });
  expect(rows.filter(isAddable).map(({ sn }) => sn)).toEqual(['B-1', 'C-1', 'R-1']);
  expect(rows[1]!.result).toBeUndefined();
});
