import { deviceAddress } from '@sunfleet/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mintAuditEntry, pageOf } from '../../../test/mint-access.ts';
import { mintDevice } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

test('documents are those of the device, and its log is what was done to it', async () => {
  const file = {
    id: 3,
    kind: 'document' as const,
    type: 'application/pdf',
    bytes: 1024,
    width: null,
    height: null,
    createdAt: 1,
  };
  const { user, inputs } = await renderPage(routes, {
    at: deviceAddress(4, 'about'),
    answers: {
      getDevice: mintDevice({ id: 4 }),
      listStationFiles: [
        { ...file, id: 3, name: 'test-protocol.pdf', deviceId: 4 },
        { ...file, id: 4, name: 'contract.pdf', deviceId: null },
      ],
      listAudit: pageOf(mintAuditEntry({ action: 'devices.bind', objectType: 'device', objectId: '4' })),
    },
  });
  expect(await screen.findByText('test-protocol.pdf')).toBeTruthy();
  expect(screen.queryByText('contract.pdf')).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Log' }));
  await waitFor(() => expect(inputs('listAudit').at(-1)?.query).toMatchObject({ deviceId: 4 }));
});
