import { ADDRESSES } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { renderPage } from '../../test/render-page.tsx';
import { outside } from './routes.tsx';

test('a serial number is looked up: a wrong one is told what is right, a known one model, warranty and connection', async () => {
  const { user, inputs } = await renderPage(outside, {
    at: ADDRESSES.searchSerial,
    answers: {
      lookUpSerial: ({ body }) => {
        if (body.sn !== 'SN1')
          throw new CallError('refused', { error: 'serialNotFound', message: 'No device.' });
        return { sn: 'SN1', model: 'SUN-5K', warrantyEnd: '2020-01-01', online: true };
      },
    },
  });
  const look = await screen.findByRole('button', { name: 'Look up' });
  await user.click(look);
  expect(inputs('lookUpSerial')).toEqual([]);
  const field = screen.getByRole('textbox', { name: 'Serial number' });
  await user.type(field, 'SN12');
  await user.click(look);
  expect(await screen.findByText('No device.')).toBeTruthy();
  await user.type(field, '{Backspace}');
  await user.click(await screen.findByRole('button', { name: 'Look up' }));
  expect((await screen.findByRole('status', { name: 'SN1' })).textContent).toMatch(
    /SUN-5K.*Jan 1, 2020 over.*Online/,
  );
  await expectAccessible();
});
