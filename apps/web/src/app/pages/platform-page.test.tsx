import { ADDRESSES } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { mintMessage, pageOf } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';

const AT = ADDRESSES.platform;
const role = 'platformAdmin';
const messages = pageOf(mintMessage(), mintMessage({ id: 2, to: '+34600000000', state: 'sent', text: '' }));
const themes = [{ url: 'solar.example', themeColor: '#0B63BD', iconUrl: null }];

test('messages stand with why they failed, are filtered by the server and tried again', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: `${AT}?state=failed`,
    role,
    answers: { listOutbox: messages, retryMessage: mintMessage({ state: 'waiting' }) },
  });
  const row = (await screen.findByText('somebody@example.test')).closest('tr')!;
  expect(row.textContent).toContain('connection refused');
  expect(inputs('listOutbox')[0]).toEqual({ query: { page: 1, pageSize: 20, state: 'failed' } });
  await expectAccessible();
  await user.click(within(row).getByRole('button', { name: /^Try again now: / }));
  await waitFor(() => expect(inputs('retryMessage')).toEqual([{ params: { id: 1 } }]));
  const sent = screen.getByText('+34600000000').closest('tr')!;
  expect(within(sent).queryByRole('button')).toBeNull();
});

test('a message opens with its text, or says why there is none', async () => {
  const { user, location } = await renderPage(routes, {
    at: AT,
    role,
    answers: { listOutbox: messages },
  });
  await user.click(await screen.findByText('somebody@example.test'));
  expect(await screen.findByText('Your code is 123456.')).toBeTruthy();
  expect(location()).toBe(`${AT}?message=1`);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByText('+34600000000'));
  expect(await screen.findByText(/Texts are not kept/)).toBeTruthy();
});

test('a code that is worth nothing any more is not there, and is not sent again', async () => {
  const redacted = mintMessage({ text: '•••••• is your code.', redacted: true });
  await renderPage(routes, { at: `${AT}?message=1`, role, answers: { listOutbox: pageOf(redacted) } });
  expect(await screen.findByText('•••••• is your code.')).toBeTruthy();
  expect(screen.getByText(/was taken out because it was used, replaced or expired/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Try again now/ })).toBeNull();
});

test('a host gets its colour and icon; what is wrong stands at its field', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: `${AT}?tab=themes`,
    role,
    answers: { listThemes: themes, saveThemes: (input) => input.body as typeof themes },
  });
  await user.click(await screen.findByRole('button', { name: /Add host/ }));
  const second = screen.getAllByLabelText('Host name')[1]!;
  await user.type(second, 'solar.example');
  expect(screen.getAllByText('This host is in the list already.')).toHaveLength(2);
  await user.clear(second);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(/Enter a host name without spaces/)).toBeTruthy();
  await user.type(second, 'roof.example');
  const color = screen.getAllByRole('textbox', { name: 'Colour' })[1]!;
  await user.clear(color);
  await user.type(color, '#12abCD');
  const icon = new File(['x'], 'icon.png', { type: 'image/png' });
  await user.upload(document.querySelectorAll<HTMLInputElement>('input[type="file"]')[1]!, icon);
  expect(await screen.findByDisplayValue('Uploaded picture')).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('saveThemes')).toEqual([
      {
        body: [
          themes[0],
          { url: 'roof.example', themeColor: '#12ABCD', iconUrl: 'data:image/png;base64,eA==' },
        ],
      },
    ]),
  );
});

test('the server’s word about an icon stands at the icon, and the row stays', async () => {
  const refused = new CallError('refused', {
    error: 'invalidInput',
    fields: [{ path: 'body.0.iconUrl', message: 'This is not a picture.' }],
  });
  const { user } = await renderPage(routes, {
    at: `${AT}?tab=themes`,
    role,
    answers: { listThemes: themes, saveThemes: refused },
  });
  await user.type(await screen.findByLabelText('Icon'), 'https://solar.example/icon.txt');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This is not a picture.')).toBeTruthy();
  expect(screen.getByDisplayValue('https://solar.example/icon.txt')).toBeTruthy();
});

test('no host, no message, no permission: each says so', async () => {
  const none = await renderPage(routes, { at: `${AT}?tab=themes`, role, answers: { listThemes: [] } });
  expect(await screen.findByText('Every host has the usual look')).toBeTruthy();
  none.unmount();
  const quiet = await renderPage(routes, { at: AT, role, answers: { listOutbox: pageOf() } });
  expect(await screen.findByText('No messages')).toBeTruthy();
  quiet.unmount();
  await renderPage(routes, { at: AT, answers: { listOutbox: pageOf() } });
  expect(await screen.findByText('No permission')).toBeTruthy();
});
