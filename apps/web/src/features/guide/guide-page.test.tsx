import { ADDRESSES, guideAddress } from '@sunfleet/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';

const within5s = { timeout: 5000 };

test('a part stands with its contents; a heading of the address is gone to', async () => {
  const { user, location } = await renderPage(routes, { at: guideAddress('user-guide', 'labels') });
  const heading = await screen.findByRole('heading', { name: 'Labels' }, within5s);
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await expectAccessible();
  await user.click(screen.getByRole('link', { name: 'Alarms' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Alarms'));
  await user.click(screen.getByRole('link', { name: 'Connecting devices' }));
  expect(await screen.findByRole('heading', { name: 'V5 logger sticks' }, within5s)).toBeTruthy();
  expect(location()).toBe(guideAddress('devices'));
});

test('the search finds passages of all parts, and leads there', async () => {
  const { user } = await renderPage(routes, { at: ADDRESSES.guide });
  await user.type(
    await screen.findByRole('searchbox', { name: 'Search the guide' }, within5s),
    'emergency stop',
  );
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'claim code');
  await user.click(await screen.findByRole('link', { name: 'Device API › Claim code' }, within5s));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Claim code'));
  await user.type(screen.getByRole('searchbox'), 'xyzzy');
  expect((await screen.findByRole('status')).textContent).toContain('Nothing found');
});

test('each reads it in their own language, at the same place', async () => {
  const { user } = await renderPage(routes, {
    at: guideAddress('user-guide', 'audit-log'),
    language: 'de-DE',
  });
  const heading = await screen.findByRole('heading', { name: 'Protokoll' }, within5s);
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(heading.closest('article')!.lang).toBe('de');
  expect(screen.queryByText(/auf Englisch/)).toBeNull();
  await expectAccessible();
  await user.type(screen.getByRole('searchbox'), 'Besitzcode');
  await user.click(await screen.findByRole('link', { name: 'Geräte-API › Besitzcode' }, within5s));
  await waitFor(() => expect(document.activeElement?.id).toBe('claim-code'));
});

test('readers of other languages are told that the guide is in English', async () => {
  await renderPage(routes, { at: ADDRESSES.guide, language: 'es-ES' });
  expect(await screen.findByText(/guía está en inglés/, undefined, within5s)).toBeTruthy();
});
