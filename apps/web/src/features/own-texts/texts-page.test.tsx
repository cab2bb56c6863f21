import { ADDRESSES } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';
// The page is loaded here, because the first test would time out waiting for it.
import './texts-page.tsx';

const row = (key: string, text: string, original = text) => ({ key, english: original, original, text });

test('texts of a file are judged row by row before they are shown, and what is shown already is left out', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.uploadTexts,
    role: 'platformAdmin',
    answers: {
      listTexts: [
        row('devices:title', 'Machines', 'Devices'),
        row('devices:kind', 'Kind'),
        row('lists:n', '{{n}} found'),
      ],
      checkTexts: ({ body }: { body: { rows: { key: string }[] } }) => {
        const at = body.rows.findIndex(({ key }) => key === 'lists:n');
        return {
          changes: body.rows.length,
          faults: at < 0 ? [] : [{ row: at, fault: 'placeholders' as const }],
        };
      },
      saveTexts: { changed: 1 },
      restoreTexts: { changed: 1 },
    } as never,
  });
  expect(await screen.findByText('1 of 3 texts are those of this installation.')).toBeTruthy();
  const table = 'key,text\ndevices:title,Machines\ndevices:kind,Sort\nlists:n,found';
  await user.upload(screen.getByLabelText(/Put a table here/), new File([table], 'texts.csv'));
  expect((await screen.findByRole('row', { name: /lists:n/ })).textContent).toContain('same values');
  expect(screen.queryByRole('row', { name: /devices:title/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Show these texts' }).hasAttribute('disabled')).toBe(true);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Leave these out' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Show these texts' }).hasAttribute('disabled')).toBe(false),
  );
  await user.click(screen.getByRole('button', { name: 'Show these texts' }));
  await waitFor(() =>
    expect(inputs('saveTexts')).toEqual([
      { params: { language: 'en-US' }, body: { rows: [{ key: 'devices:kind', text: 'Sort' }] } },
    ]),
  );
  await user.upload(screen.getByLabelText(/Put a table here/), new File(['nothing'], 'texts.csv'));
  expect((await screen.findByRole('alert')).textContent).toContain('No texts were found');
  await user.click(screen.getByRole('button', { name: 'Back to the texts of the product' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Back to the texts of the product' }));
  await waitFor(() => expect(inputs('restoreTexts')).toEqual([{ params: { language: 'en-US' } }]));
});
