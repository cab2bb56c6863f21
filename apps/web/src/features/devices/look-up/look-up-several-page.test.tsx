import { ADDRESSES } from '@sunfleet/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

test('a pasted list is looked up in one call; own devices lead to their page, unknown numbers say so', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.searchSerials,
    answers: {
      lookUpSerials: [
        {
          sn: 'SN1',
          found: { model: 'SUN-5K', warrantyEnd: null, online: false },
          device: { id: 4, station: { id: 1, name: 'Barn' } },
        },
        { sn: 'SN2', found: null, device: null },
      ],
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Look up' }));
  expect(await screen.findByRole('textbox', { description: /./ })).toBeTruthy();
  await user.type(screen.getByRole('textbox'), 'SN1, SN2');
  await user.click(screen.getByRole('button', { name: 'Look up' }));
  expect((await screen.findByRole('link', { name: 'SN1' })).getAttribute('href')).toContain('id=4');
  expect(screen.getByText('not known')).toBeTruthy();
  expect(screen.getByText('Barn')).toBeTruthy();
  expect(inputs('lookUpSerials')).toEqual([{ body: { sns: ['SN1', 'SN2'] } }]);
  await expectAccessible();
});
