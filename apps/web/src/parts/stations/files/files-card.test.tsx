import { CallError } from '@sunfleet/api-client';
import type { StationFile } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { FilesCard } from './files-card.tsx';

afterEach(() => vi.unstubAllGlobals());

const station = mintStationDetail({ id: 5, name: 'Barn' });
const contract: StationFile = {
  id: 3,
  kind: 'document',
  name: 'contract.pdf',
  type: 'application/pdf',
  bytes: 20_480,
  width: null,
  height: null,
  createdAt: 1,
  deviceId: null,
};
const pdf = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' });

const open = (mayEdit: boolean, answers: object = {}) =>
  renderPage(<FilesCard station={station} />, {
    answers: {
      listStationFiles: [contract],
      plantAuthority: { permissions: mayEdit ? ['stations.edit'] : [], by: 'organisation', endsAt: null },
      ...answers,
    } as never,
  });

test('several documents are added, and the one that is refused is told by its name', async () => {
  let sent = 0;
  const { user, inputs } = await open(true, {
    addStationFile: () => {
      sent += 1;
      if (sent === 1)
        throw new CallError('refused', { error: 'documentUnreadable', message: 'No whole PDF.' });
      return contract;
    },
  });
  const field = await screen.findByLabelText('Add pictures or documents');
  await expectAccessible();
  await user.upload(field, [pdf('a.pdf'), pdf('b.pdf')]);
  expect((await screen.findByRole('alert')).textContent).toBe('a.pdf: No whole PDF.');
  expect(inputs('addStationFile').map(({ params }) => params)).toEqual([
    { id: 5, kind: 'document' },
    { id: 5, kind: 'document' },
  ]);
  await user.upload(
    field,
    Array.from({ length: 6 }, (_, n) => pdf(`${n}.pdf`)),
  );
  await screen.findByText('At most 5 files at once.');
  expect(inputs('addStationFile')).toHaveLength(2);
});

test('a picture that the browser cannot read is told and not sent', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
  const { user, inputs } = await open(true);
  const heic = new File(['x'], 'roof.heic', { type: 'image/heic' });
  await user.upload(await screen.findByLabelText('Add pictures or documents'), heic);
  expect((await screen.findByRole('alert')).textContent).toMatch(/^roof\.heic: This browser cannot read/);
  expect(inputs('addStationFile')).toEqual([]);
});

test('a file is removed after a question, and who may not edit only looks', async () => {
  const { user, inputs } = await open(true, { removeStationFile: null });
  await user.click(await screen.findByRole('button', { name: 'Remove contract.pdf' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(inputs('removeStationFile')).toEqual([{ params: { id: 5, fileId: 3 } }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('who may not edit sees the files alone', async () => {
  await open(false);
  await screen.findByText('contract.pdf');
  expect(screen.queryByLabelText('Add pictures or documents')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove contract.pdf' })).toBeNull();
});
