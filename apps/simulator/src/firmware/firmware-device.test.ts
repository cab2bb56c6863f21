import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createFirmwareDevice, type FirmwareFault, type ImageSource } from './firmware-device.ts';

const IMAGE = randomBytes(2500);
const order = {
  order: '1/2/1',
  token: 'token',
  bytes: IMAGE.length,
  sha256: createHash('sha256').update(IMAGE).digest('hex'),
  version: '2.0',
  component: 'logger',
  statement: 'statement',
  signature: 'signature',
};

function device(fault?: FirmwareFault, over: { isSigned?: () => boolean; refuse?: boolean } = {}) {
  const asked: number[] = [];
  const reports: object[] = [];
  const starts: string[] = [];
  const source: ImageSource = {
    fetch: async (_, from) => {
      asked.push(from);
      return over.refuse ? 'refused' : IMAGE.subarray(from, from + 1000);
    },
    report: async (_, body) => void reports.push(body),
  };
  const made = createFirmwareDevice({
    version: '1.0',
    source,
    onStart: async (version) => void starts.push(version),
    fault,
    pauseMs: 1,
    ...(over.isSigned && { isSigned: over.isSigned }),
  });
  return { ...made, asked, reports, starts };
}

test.each<[FirmwareFault | undefined, number[], object[], string]>([
  [undefined, [0, 1000, 2000], [], '2.0'],
  ['slow', [0, 1000, 2000], [], '2.0'],
  ['linkCut', [0, 1000, 2000], [], '2.0'],
  ['powerCut', [0, 0, 1000, 2000], [], '2.0'],
  ['wrongChecksum', [0, 1000, 2000], [{ state: 'failed', failure: 'wrongChecksum' }], '1.0'],
  ['badImage', [0, 1000, 2000], [{ state: 'rolledBack', failure: 'installFailed' }], '1.0'],
])('with %s it asks for %j, reports %j, and runs %s', async (fault, asked, reports, version) => {
  const made = device(fault);
  expect(await made.order(order)).toBe('accepted');
  expect(await made.order(order)).toBe('accepted');
  await made.idle();
  expect([made.asked, made.reports, made.version()]).toEqual([asked, reports, version]);
});

test('a device that says nothing does nothing', async () => {
  const made = device('noReply');
  expect(await made.order(order)).toBeUndefined();
  await made.idle();
  expect(made.asked).toEqual([]);
});

test('what its maker has not signed is not installed, and a token that is over ends the work', async () => {
  const unsigned = device(undefined, { isSigned: () => false });
  await unsigned.order(order);
  await unsigned.idle();
  expect(unsigned.reports).toEqual([{ state: 'failed', failure: 'wrongSignature' }]);
  const stopped = device(undefined, { refuse: true });
  await stopped.order(order);
  await stopped.idle();
  expect([stopped.asked, stopped.version()]).toEqual([[0], '1.0']);
});
