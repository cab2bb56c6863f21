import { ADDRESSES } from '@sunfleet/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintDeviceRow } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The page is loaded here, because the first test would time out waiting for it.
import './connected-page.tsx';

const counts = { connecting: 0, offline: 0, abnormal: 0, normal: 2, standby: 0, online: 0, backFilling: 0 };
const rows = [
  mintDeviceRow({ id: 4, sn: 'WAITS-4', station: null }),
  mintDeviceRow({ id: 5, sn: 'GONE-5', station: null, blocked: true }),
];
const answers = {
  listDevices: { total: 2, page: 1, pageSize: 20, rows, counts },
  blockDevices: { changed: 1 },
  unblockDevices: { changed: 1 },
};

test('devices without a station are listed, blocked after a question, and allowed again', async () => {
  const { user, inputs } = await renderPage(routes, { at: ADDRESSES.connectedDevices, answers });
  expect((await screen.findByRole('row', { name: /GONE-5/ })).textContent).toContain('Blocked');
  expect(inputs('listDevices').at(-1)?.query).toMatchObject({ bound: 'false' });
  await expectAccessible();
  await user.click(screen.getByRole('checkbox', { name: /WAITS-4/ }));
  await user.click(screen.getByRole('button', { name: 'Block' }));
  await user.click((await screen.findAllByRole('button', { name: 'Block' })).at(-1)!);
  await waitFor(() => expect(inputs('blockDevices')).toEqual([{ body: { ids: [4] } }]));
  await user.click(screen.getByRole('checkbox', { name: /GONE-5/ }));
  await user.click(screen.getByRole('button', { name: 'Allow again' }));
  await waitFor(() => expect(inputs('unblockDevices')).toEqual([{ body: { ids: [5] } }]));
  await user.click(screen.getByText('Waiting', { selector: '.ant-segmented-item-label' }));
  await waitFor(() => expect(inputs('listDevices').at(-1)?.query).toMatchObject({ blocked: 'false' }));
});
