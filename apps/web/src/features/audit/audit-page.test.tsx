import { CallError } from '@sunfleet/api-client';
import { ADDRESSES, AUDIT_OBJECTS, type AuditEntry, LANGUAGES } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router';
import { expect, test } from 'vitest';
import { createI18n } from '../../lib/i18n/create-i18n.ts';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { mintAuditEntry, mintStationDetail, pageOf } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { domainOf } from '../../parts/audit/action-words.ts';
import { routes, stationTabs } from './routes.tsx';

const AT = ADDRESSES.audit;
const entries = pageOf(
  mintAuditEntry(),
  mintAuditEntry({
    id: 42,
    action: 'denied.createGrant',
    allowed: false,
    objectType: 'noDataPermission',
    objectId: '5',
    objectName: 'Barn',
    before: null,
    after: null,
  }),
  mintAuditEntry({
    id: 43,
    action: 'spaceships.beamUp',
    user: null,
    actorKind: 'system',
    objectType: 'spaceship',
    objectId: '',
  }),
);
const answers = { listAudit: entries, pageMembers: pageOf() };

test('entries read in plain words, whatever the server wrote', async () => {
  await renderPage(routes, { at: AT, answers });
  const changed = (await screen.findByText('Label: changed')).closest('tr')!;
  expect(changed.textContent).toContain('Test account');
  expect(changed.textContent).toContain('Label New name #1');
  expect(within(changed).getByRole('link', { name: 'Label New name' }).getAttribute('href')).toBe(
    ADDRESSES.labels,
  );
  const refused = screen.getByText('Authorisation: created').closest('tr')!;
  expect(refused.textContent).toContain('Refused');
  expect(refused.textContent).toContain('Barn #5');
  expect(within(refused).queryByRole('link')).toBeNull();
  expect(screen.getByText('spaceships beam up').closest('tr')!.textContent).toContain('The platform itself');
  expect(screen.queryByRole('button', { name: 'Check the chain' })).toBeNull();
  await expectAccessible();
});

test('what is gone or hidden has no link, what has no name its number', async () => {
  const about = (changes: Partial<AuditEntry>) => mintAuditEntry({ objectSeen: false, ...changes });
  const listAudit = pageOf(
    about({ id: 51, objectType: 'station', objectId: '7', objectName: 'Old barn' }),
    about({ id: 52, objectType: 'device', objectId: '8', objectName: null }),
    about({ id: 53, objectType: 'themes', objectId: '', objectName: null }),
    about({ id: 54, objectType: 'device', objectId: '9', objectName: 'Roof', objectSeen: true }),
  );
  await renderPage(routes, { at: AT, answers: { ...answers, listAudit } });
  await screen.findByText('Station Old barn');
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows.filter((row) => /Station Old barn #7|Device #8/.test(row))).toHaveLength(2);
  const links = within(screen.getByRole('table')).getAllByRole<HTMLAnchorElement>('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Appearance', `${ADDRESSES.platform}?tab=themes`],
    ['Device Roof', `${ADDRESSES.device}?id=9`],
  ]);
});

test.each(LANGUAGES)('every kind of object has a word in %s', async (language) => {
  const i18n = await createI18n(language);
  await i18n.loadNamespaces('audit');
  const has = (type: string) => i18n.exists(`domain.${domainOf(type)}`, { ns: 'audit', lng: language });
  expect(AUDIT_OBJECTS.filter((type) => !has(type))).toEqual([]);
  expect(has('spaceship')).toBe(false);
});

test('filters are asked of the server and stand in the address', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: `${AT}?action=grants.revoke&user=7&page=3`,
    answers,
  });
  await user.click(await screen.findByText('Refused', { selector: '.ant-segmented-item-label' }));
  await waitFor(() =>
    expect(inputs('listAudit').at(-1)?.query).toMatchObject({
      action: 'grants.revoke',
      userId: 7,
      allowed: 'false',
      page: 1,
    }),
  );
  const { from, to } = inputs('listAudit').at(-1)!.query!;
  expect(Number(to) - Number(from)).toBeGreaterThan(29 * 86_400_000);
  expect(location()).toBe(`${AT}?action=grants.revoke&user=7&allowed=false`);
});

test('a row opens what changed, why it was refused, and the person’s other entries', async () => {
  const { user, location } = await renderPage(routes, { at: AT, answers });
  await user.click(await screen.findByText('Label: changed'));
  const table = await screen.findByRole('table', { name: 'What changed' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['FieldBeforeAfter', 'NameOld nameNew name']);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Show only Test account' }));
  expect(location()).toContain('user=7');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByText('Authorisation: created'));
  expect(await screen.findByText('You have no permission for this.')).toBeTruthy();
});

test('the platform’s administrator proves the chain', async () => {
  const { user } = await renderPage(routes, {
    at: AT,
    role: 'platformAdmin',
    answers: { ...answers, checkAudit: { intact: false, checked: 1200, waiting: 2, brokenAt: 77 } },
  });
  await user.click(await screen.findByRole('button', { name: 'Check the chain' }));
  expect(await screen.findByText('Broken at entry 77')).toBeTruthy();
  expect(screen.getByText('Checked: 1,200, not yet in the chain: 2')).toBeTruthy();
});

test('a station’s tab asks for that station; failures and missing permission are told', async () => {
  const tab = [{ element: <Outlet context={mintStationDetail()} />, children: stationTabs }];
  const { inputs, unmount } = await renderPage(tab, {
    at: '/log?id=5',
    answers: { ...answers, listAudit: pageOf() },
  });
  expect(await screen.findByText('No entries in this time')).toBeTruthy();
  expect(inputs('listAudit')[0]?.query).toMatchObject({ stationId: 5 });
  unmount();
  const failing = await renderPage(routes, {
    at: AT,
    answers: { ...answers, listAudit: new CallError('offline') },
  });
  expect(await screen.findByRole('alert')).toBeTruthy();
  failing.unmount();
  await renderPage(routes, { at: AT, role: 'visitor', answers });
  expect(await screen.findByText('No permission')).toBeTruthy();
});
