import { CallError } from '@sunfleet/api-client';
import { ADDRESSES } from '@sunfleet/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { pageOf } from '../../../test/mint-access.ts';
import { mintDevice, mintStationRow } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The page is loaded here, because the first test would time out waiting for it.
import './upload-items-page.tsx';

const TABLE = [
  'sn,station,kind,productionDate',
  'INV-1,Barn,inverter,2026-02-28',
  'INV-2,Nowhere,inverter,',
  'INV-3,Barn,rocket,',
  'INV-4,Barn,inverter,',
].join('\n');

test('devices of a table are added one by one; what is wrong, unknown or refused is told in its row', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.uploadItems,
    answers: {
      listStations: pageOf(mintStationRow({ id: 5, name: 'Barn' })),
      addDevice: ({ body }: { body: { sn: string } }) => {
        if (body.sn === 'INV-4')
          throw new CallError('refused', { error: 'snTaken', message: 'It is taken.' });
        return { device: mintDevice({ id: 9, sn: body.sn, version: 2 }), secret: 'secret-9' };
      },
      editDevice: mintDevice({ id: 9 }),
    } as never,
  });
  const file = new File([TABLE], 'devices.csv', { type: 'text/csv' });
  await user.upload(await screen.findByLabelText(/Put a file here/), file);
  expect((await screen.findByRole('row', { name: /INV-3/ })).textContent).toContain('kind:');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Add these (3)' }));
  await waitFor(() =>
    expect(screen.getByRole('row', { name: /INV-4/ }).textContent).toContain('It is taken.'),
  );
  expect(screen.getByRole('row', { name: /INV-2/ }).textContent).toContain('Nowhere');
  expect(screen.getByRole('link', { name: 'INV-1' }).getAttribute('href')).toContain('id=9');
  expect(screen.getByRole('button', { name: 'Save secrets (CSV)' })).toBeTruthy();
  // Secrets are shown once: whoever leaves before they are saved is asked.
  await user.click(screen.getByRole('link', { name: 'Devices' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('secrets that are not saved are lost');
  expect(inputs('editDevice')).toEqual([
    { params: { id: 9 }, body: { productionDate: '2026-02-28', version: 2 } },
  ]);
});
