import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { mintAuditEntry, mintStationDetail, pageOf } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes, stationTabs } from './routes.tsx';

const AT = '/platformPro/service/auditLog';
const entries = pageOf(
  mintAuditEntry(),
  mintAuditEntry({
    id: 42,
    action: 'denied.createGrant',
    allowed: false,
    objectType: 'noDataPermission',
    objectId: '5',
    before: null,
    after: null,
  }),
  mintAuditEntry({ id: 43, action: 'spaceships.beamUp', user: null, actorKind: 'system', objectId: '' }),
);
const answers = { listAudit: entries, pageMembers: pageOf() };

test('entries read in plain words, whatever the server wrote', async () => {
  await renderPage(routes, { at: AT, answers });
  const changed = (await screen.findByText('Label: changed')).closest('tr')!;
  expect(changed.textContent).toContain('Test account');
  expect(within(changed).getByRole('link', { name: 'Label New name' }).getAttribute('href')).toBe(
    '/platformPro/service/labelManagement',
  );
  const refused = screen.getByText('Authorisation: created').closest('tr')!;
  expect(refused.textContent).toContain('Refused');
  expect(screen.getByText('spaceships beam up').closest('tr')!.textContent).toContain('The platform itself');
  expect(screen.queryByRole('button', { name: 'Check the chain' })).toBeNull();
  await expectAccessible();
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
