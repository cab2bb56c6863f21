import { ADDRESSES } from '@sunfleet/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';

const AT = ADDRESSES.tools;
const REQUEST = '01030003000575c9';
/** Serial number 2106234258 in registers 3 to 7. */
const ANSWER = '01 03 0a 32 31 30 36 32 33 34 32 35 38 30 6e';

test('a request and its answer are read line by line, with the names of the family', async () => {
  const { user } = await renderPage(routes, { at: AT });
  await user.type(await screen.findByLabelText(/^Bytes in hexadecimal/), `${REQUEST}\n${ANSWER}`);
  await user.selectOptions(screen.getByLabelText('Family of the device'), 'deye-string');
  const answer = await screen.findByRole('region', { name: '2. Modbus RTU · answer to a read' });
  expect(within(answer).getByText('2106234258')).toBeTruthy();
  expect(within(answer).getByText('modbus.address').nextSibling?.textContent).toBe('3');
  await expectAccessible();
});

test('what is wrong is said with its place, and what was right before it stays', async () => {
  const { user } = await renderPage(routes, { at: AT });
  const field = await screen.findByLabelText(/^Bytes in hexadecimal/);
  await user.type(field, `${REQUEST}\na50100104710842143657b003115`);
  expect(await screen.findByText('The checksum is wrong. At 13. Expected: 0x30. Found: 0x31.')).toBeTruthy();
  expect(screen.getByRole('region', { name: '1. Modbus RTU · read request' })).toBeTruthy();
  await user.type(screen.getByLabelText('First register of an answer'), '70000');
  expect(screen.getByText('A whole number from 0 to 65535, or 0x0000 to 0xffff.')).toBeTruthy();
  await expectAccessible();
});

test('a frame of a logger is called by its kind', async () => {
  const { user } = await renderPage(routes, { at: AT });
  await user.type(await screen.findByLabelText(/^Bytes in hexadecimal/), 'a50100104710842143657b003015');
  expect(await screen.findByRole('region', { name: '1. V5 · heartbeat' })).toBeTruthy();
});

test('who may not read registers does not see it', async () => {
  await renderPage(routes, { at: AT, role: 'internalReadOnly' });
  expect(await screen.findByText('No permission')).toBeTruthy();
});
