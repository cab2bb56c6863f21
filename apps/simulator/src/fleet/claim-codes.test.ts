import { expect, test } from 'vitest';
import { parseOptions } from '../options.ts';
import { claimCodes } from './claim-codes.ts';
import { loadFleet } from './load-fleet.ts';

test('the simulator shows the claim code of every device with a secret', () => {
  const fleet = loadFleet(parseOptions([]).fleetFile);
  const secrets = fleet.stations.flatMap(({ devices }) => devices).filter(({ secret }) => secret !== null);
  const lines = claimCodes(fleet);
  expect(lines).toHaveLength(secrets.length);
  for (const line of lines) expect(line).toMatch(/^\S+ [0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  const [device] = secrets;
  device!.sn = 'SF1000001';
  device!.secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  expect(claimCodes(fleet)).toContain('SF1000001 35BDH-S76KW');
});
