import { ADDRESSES } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { mintAlarm } from '../../test/mint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';
// The page is loaded here, because the first test would time out waiting for it.
import './alarm-list-page.tsx';

const AT = ADDRESSES.alarms;
const rows = [
  mintAlarm({ id: 1 }),
  mintAlarm({ id: 2, level: 'general', textKey: 'faults.nobody.knows', code: 'E731', count: 3 }),
];
const page = {
  total: 2,
  page: 1,
  pageSize: 20,
  rows,
  counts: { tip: 0, general: 1, emergency: 1 },
  more: { total: false, counts: false },
};

test('asks for the open alarms that are no tips, the largest loss first, and names what nobody wrote a text for by its code', async () => {
  const { inputs } = await renderPage(routes, { at: AT, answers: { listSavedViews: [], listAlarms: page } });
  expect(await screen.findByText('Device offline')).toBeTruthy();
  expect(screen.getByText('E731 ×3')).toBeTruthy();
  expect(screen.getByRole('button', { name: /Emergency 1/ })).toBeTruthy();
  expect(inputs('listAlarms')[0]).toEqual({
    query: {
      state: 'active',
      level: ['emergency', 'general'],
      page: 1,
      pageSize: 20,
      sort: 'loss',
      order: 'desc',
    },
  });
  await expectAccessible();
});

test('filters stand in the address and are asked of the server', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: `${AT}?page=3`,
    answers: { listSavedViews: [], listAlarms: page },
  });
  await user.click(await screen.findByRole('button', { name: /General 1/ }));
  await user.click(screen.getByText('Recovered', { selector: '.ant-segmented-item-label' }));
  await user.type(screen.getByRole('searchbox', { name: /Station, serial number/ }), 'SN7');
  await waitFor(() =>
    expect(inputs('listAlarms').at(-1)).toEqual({
      query: {
        state: 'recovered',
        level: ['emergency'],
        q: 'SN7',
        page: 1,
        pageSize: 20,
        sort: 'loss',
        order: 'desc',
      },
    }),
  );
  expect(location()).toBe(`${AT}?level=emergency&state=recovered&q=SN7`);
});

test('the panel tells cause and advice and leads to station and device', async () => {
  const { user, location } = await renderPage(routes, {
    at: AT,
    answers: { listSavedViews: [], listAlarms: page, listAlarmSteps: [] },
  });
  await user.click(await screen.findByText('Device offline'));
  const panel = await screen.findByRole('dialog');
  expect(within(panel).getByRole('heading', { name: 'Cause' })).toBeTruthy();
  expect(within(panel).getByText(/Check its power supply/)).toBeTruthy();
  expect(within(panel).getByRole('link', { name: 'Open the station' }).getAttribute('href')).toBe(
    `${ADDRESSES.station}/overview?id=1`,
  );
  expect(within(panel).getByRole('link', { name: 'Open the device' }).getAttribute('href')).toBe(
    `${ADDRESSES.device}?id=1`,
  );
  expect(location()).toBe(`${AT}?alarm=1`);
  await expectAccessible();
  await user.click(within(panel).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(location()).toBe(AT));
});

test('the panel tells how such an alarm went before, this device first, and leads to the curves around it', async () => {
  const at = Date.UTC(2026, 5, 21, 10);
  const rows = [
    mintAlarm({ id: 1, beganAt: at }),
    mintAlarm({ id: 2, beganAt: at, device: { id: 9, sn: 'SN9', kind: 'inverter' } }),
    mintAlarm({ id: 3, beganAt: at, recoveredAt: at + 3_600_000, handling: 'processed' }),
    mintAlarm({ id: 4, textKey: 'faults.nobody.knows' }),
  ];
  const answers = { listSavedViews: [], listAlarms: { ...page, rows }, listAlarmSteps: [] };
  const { inputs } = await renderPage(routes, { at: `${AT}?alarm=1`, answers });
  const panel = await screen.findByRole('dialog');
  const heading = await within(panel).findByRole('heading', { name: 'Similar cases' });
  const cases = within(heading.parentElement!).getAllByRole('listitem');
  expect(cases.map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^This device.*1 hr.*Processed$/),
    expect.stringMatching(/^Station 1 · SN9.*Active · Unhandled$/),
  ]);
  expect(inputs('listAlarms').at(-1)).toMatchObject({
    query: { code: 'offline', state: 'all', shielded: 'all' },
  });
  expect(within(panel).getByRole('link', { name: 'Curves around it' }).getAttribute('href')).toBe(
    `${ADDRESSES.device}?id=1&tab=history&range=2026-06-20..2026-06-21`,
  );
});

test('a file is asked for with the filters, the order and the columns on screen', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: `${AT}?state=all&sort=loss&level=emergency`,
    answers: { listSavedViews: [], listAlarms: page, exportAlarms: new Blob(['']) },
  });
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByText('CSV'));
  await waitFor(() =>
    expect(inputs('exportAlarms')[0]).toMatchObject({
      query: { state: 'all', sort: 'loss', order: 'desc', level: ['emergency'], format: 'csv' },
    }),
  );
  const { query } = inputs('exportAlarms')[0] as { query: { columns: string[] } };
  expect(query.columns).toContain('loss');
  expect(query.columns).not.toContain('money');
});

test('several alarms are confirmed at once, those that were confirmed before left out', async () => {
  const mixed = { ...page, rows: [mintAlarm({ id: 1 }), mintAlarm({ id: 2, handling: 'confirmed' })] };
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: { listSavedViews: [], listAlarms: mixed, confirmAlarms: { changed: 1 } },
  });
  for (const box of await screen.findAllByRole('checkbox', { name: /Device offline/ })) await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Confirm (1)' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'Seen');
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(inputs('confirmAlarms')).toEqual([{ body: { ids: [1], note: 'Seen' } }]));
});

test('who only looks is offered nothing to do about alarms', async () => {
  const { user } = await renderPage(routes, {
    at: AT,
    role: 'internalReadOnly',
    answers: { listSavedViews: [], listAlarms: page, listAlarmSteps: [] },
  });
  expect(screen.queryByRole('link', { name: 'Shields' })).toBeNull();
  await user.click(await screen.findByText('Device offline'));
  const panel = await screen.findByRole('dialog');
  expect(within(panel).getByText('What happened')).toBeTruthy();
  for (const name of ['Confirm', 'Process', 'Assign', 'Shield', 'Add a note'])
    expect(within(panel).queryByRole('button', { name })).toBeNull();
});

test('says that all is well, that nothing matches, that it failed, or that it may not be seen', async () => {
  const none = { ...page, total: 0, rows: [] };
  const calm = await renderPage(routes, { at: AT, answers: { listSavedViews: [], listAlarms: none } });
  expect(await screen.findByText('All is well in what you may see.')).toBeTruthy();
  calm.unmount();
  const filtered = await renderPage(routes, {
    at: `${AT}?state=recovered`,
    answers: { listSavedViews: [], listAlarms: none },
  });
  await filtered.user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(filtered.location()).toBe(AT);
  filtered.unmount();
  const failing = await renderPage(routes, {
    at: AT,
    answers: { listSavedViews: [], listAlarms: new CallError('offline') },
  });
  expect(await screen.findByRole('alert')).toBeTruthy();
  failing.unmount();
  await renderPage(routes, { at: AT, role: null, answers: { listSavedViews: [], listAlarms: page } });
  expect(await screen.findByText('No permission')).toBeTruthy();
});
