import { ADDRESSES, firmwareAddress, type OwnUpgrade } from '@sunfleet/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintDevice } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

const upgrade: OwnUpgrade = {
  id: 9,
  firmware: { id: 7, name: 'Logger', version: '1.4.2' },
  by: { id: 2, name: 'Ada' },
  wave: 0,
  state: 'succeeded',
  attempt: 1,
  failure: null,
  detail: null,
  fromVersion: '1.3.0',
  share: 1,
  beganAt: 1_780_000_000_000,
  endedAt: 1_780_009_000_000,
  slow: false,
  late: true,
};

test('the tab of upgrades tells each with its firmware, and which were verified late', async () => {
  await renderPage(routes, {
    at: `${ADDRESSES.device}?id=4&tab=upgrades`,
    role: 'installer',
    answers: {
      getDevice: mintDevice({ id: 4 }),
      listDeviceUpgrades: { total: 1, page: 1, pageSize: 20, rows: [upgrade] },
    },
  });
  const link = await screen.findByRole('link', { name: 'Logger 1.4.2' });
  expect(link.getAttribute('href')).toBe(firmwareAddress(7));
  expect(screen.getByText('Succeeded')).toBeTruthy();
  expect(screen.getByText(/^verified late, /)).toBeTruthy();
  await expectAccessible();
});

test('why an upgrade failed is said in words: what did not arrive as it was sent, and what did not start', async () => {
  const rows = (['wrongChecksum', 'installFailed'] as const).map((failure, at) => ({
    ...upgrade,
    id: at,
    state: 'failed' as const,
    failure,
    late: false,
  }));
  await renderPage(routes, {
    at: `${ADDRESSES.device}?id=4&tab=upgrades`,
    role: 'installer',
    answers: {
      getDevice: mintDevice({ id: 4 }),
      listDeviceUpgrades: { total: 2, page: 1, pageSize: 20, rows },
    },
  });
  expect(await screen.findByText(/^File transfer error, please retry/)).toBeTruthy();
  expect(screen.getByText(/^Upgrade failed, please try again later/)).toBeTruthy();
});
