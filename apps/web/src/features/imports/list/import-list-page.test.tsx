import { ADDRESSES } from '@sunfleet/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { mintImportRun } from '../../../test/mint-import.ts';
import { routes } from '../routes.tsx';

test('lists imports with state and progress; a row opens its result', async () => {
  const quota = { open: 3, openLimit: 20, bytes: 300 * 1024 * 1024, bytesLimit: 1024 * 1024 * 1024 };
  const running = mintImportRun({ id: 6, fileName: 'roof.csv', state: 'importing', rowsDone: 1000 });
  const { user, location } = await renderPage(routes, {
    at: ADDRESSES.imports,
    answers: {
      listImports: [running, mintImportRun()],
      getImport: mintImportRun(),
      getImportQuota: quota,
    },
  });
  const row = (await screen.findByRole('link', { name: 'roof.csv' })).closest('tr')!;
  expect(row.textContent).toContain('Importing');
  expect(row.textContent).toContain('1,000 of 2,000 rows');
  expect(await screen.findByText(/Waiting or running: 3 of 20/)).toBeTruthy();
  expect(screen.getByText(/Uploaded files: 300 of 1,024 MB/)).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('link', { name: 'plant.csv' }));
  await waitFor(() => expect(location()).toBe(`${ADDRESSES.imports}/run?id=5`));
});

test('without an import it says what to do, and leads there', async () => {
  const { user, location } = await renderPage(routes, {
    at: ADDRESSES.imports,
    answers: { listImports: [] },
  });
  expect(await screen.findByText(/Upload what a plant has recorded/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New import' }));
  await waitFor(() => expect(location()).toBe(ADDRESSES.newImport));
});

test('is closed to roles that may not import', async () => {
  await renderPage(routes, { at: ADDRESSES.imports, role: 'visitor', answers: { listImports: [] } });
  expect(await screen.findByText('No permission')).toBeTruthy();
});
