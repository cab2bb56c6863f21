import type { InputOf } from '@sunfleet/api-client';
import { ADDRESSES, type DeviceConnection, type DiscoveredDevice } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { applyEvents } from '../../../app/apply-events.ts';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintAlarm, mintDevice, mintDeviceLive, mintPoint } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { storedPins } from '../points/pinned-points.ts';
import { storedFolds } from '../points/folded-groups.ts';
import { routes } from '../routes.tsx';

afterEach(() => storedFolds.set(undefined));

const AT = `${ADDRESSES.device}?id=4`;
const device = mintDevice({ id: 4, sn: 'SN4', name: 'Roof east', attributes: { imei: '8661' } });
const points = [
  mintPoint(),
  mintPoint({ key: 'pv1.voltage', unit: 'V', value: 612.4, time: Date.now() - 3_600_000 }),
  mintPoint({ key: 'state', unit: '', value: 3 }),
  mintPoint({ key: 'fault.w1', unit: '', value: 18 }),
  mintPoint({ key: 'fan.speed', unit: 'rpm', value: 900, custom: true }),
];
const authority = (permission: 'devices.create' | 'devices.view') => ({
  permissions: [permission],
  by: 'own' as const,
  endsAt: null,
});
const answers = {
  getDevice: device,
  deviceLatest: points,
  plantAuthority: authority('devices.view'),
};

test('the head tells what the device is, where, how it is and since when', async () => {
  await renderPage(routes, { at: AT, answers });
  expect(await screen.findByRole('heading', { level: 1, name: 'Roof east' })).toBeTruthy();
  expect(screen.getByText(/Inverter · Sol SG8 · SN4/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Station 1' }).getAttribute('href')).toBe(
    `${ADDRESSES.station}/overview?id=1`,
  );
  expect(screen.getByText('12.5')).toBeTruthy();
});

test('the energy of today says where it comes from', async () => {
  const deviceEnergy = {
    grain: 'day' as const,
    timeZone: 'Europe/Madrid',
    buckets: [{ start: '2026-06-21', energies: { pv: 12.5 }, sources: { pv: 'integral' as const } }],
  };
  await renderPage(routes, { at: AT, answers: { ...answers, deviceEnergy } });
  expect(await screen.findByText('integrated from power')).toBeTruthy();
});

test('every point stands in its group with value and age of its own', async () => {
  await renderPage(routes, { at: AT, answers });
  const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr')!;
  expect((await rowOf('AC power')).textContent).toMatch(/4\.2\sk?W.*1 min\. ago/);
  expect((await rowOf('PV1 voltage')).textContent).toMatch(/612\.4\sV1 hr\. ago/);
  expect((await rowOf('Run mode')).textContent).toContain('Running');
  expect((await rowOf('Fault word 1')).textContent).toContain('0x0012');
  const custom = screen.getByRole('region', { name: 'Custom points' });
  expect(within(custom).getByRole('rowheader', { name: 'fan.speed' })).toBeTruthy();
  await expectAccessible();
});

test('a folded group stays folded on the next device, and a search opens it', async () => {
  const first = await renderPage(routes, { at: AT, answers });
  const head = await screen.findByRole('button', { name: 'AC side' });
  expect(head.getAttribute('aria-expanded')).toBe('true');
  await first.user.click(head);
  expect(screen.queryByRole('rowheader', { name: 'AC power' })).toBeNull();
  first.unmount();
  const { user } = await renderPage(routes, { at: AT, answers });
  expect((await screen.findByRole('button', { name: 'AC side' })).getAttribute('aria-expanded')).toBe(
    'false',
  );
  await user.type(screen.getByRole('searchbox', { name: 'Find a point' }), 'ac.p');
  expect(screen.getByRole('rowheader', { name: 'AC power' })).toBeTruthy();
});

test('36 strings are tiles that say what is low and lead to their history', async () => {
  const strings = Array.from({ length: 36 }, (_, index) =>
    mintPoint({ key: `str${index + 1}.current`, unit: 'A', value: index === 16 ? 5.2 : 8 }),
  );
  const deviceHistory = { resolution: 'raw' as const, series: [] };
  const { user, location } = await renderPage(routes, {
    at: AT,
    answers: { ...answers, deviceLatest: strings, deviceHistory },
  });
  const card = within(await screen.findByRole('region', { name: 'Inputs and strings compared' }));
  expect(card.getAllByRole('listitem')).toHaveLength(36);
  expect(screen.getByRole('button', { name: 'Strings', expanded: false })).toBeTruthy();
  expect(card.getByText(/Median 8\.00\sA/)).toBeTruthy();
  await expectAccessible();
  await user.click(card.getByRole('button', { name: /String 17 current: 5\.20\sA, more than 10% below/ }));
  expect(location()).toBe(`${AT}&tab=history&points=str17.current`);
});

test('the head names its power as the row does', async () => {
  const hybrid = mintDevice({ id: 4, sn: 'SN4', kind: 'hybrid', live: mintDeviceLive({ power: 3000 }) });
  const told = [mintPoint({ key: 'ac.power', value: 1200 }), mintPoint({ key: 'dc.power', value: 3000 })];
  await renderPage(routes, { at: AT, answers: { ...answers, getDevice: hybrid, deviceLatest: told } });
  await screen.findByRole('rowheader', { name: 'DC power' });
  const figure = (name: string) => screen.getAllByText(name)[0]!.parentElement!.textContent;
  expect(figure('DC power')).toMatch(/^DC power3\skW\d+ (sec|min)\. ago$/);
  expect(figure('AC power')).toMatch(/^AC power1\.2\skW\d+ (sec|min)\. ago$/);
  expect(screen.queryByText('Power')).toBeNull();
});

test('points change as the stream brings them', async () => {
  const { queryClient } = await renderPage(routes, { at: AT, answers });
  await screen.findByRole('rowheader', { name: 'AC power' });
  applyEvents(queryClient, [{ type: 'points', deviceId: 4, time: Date.now(), values: { 'ac.power': 5100 } }]);
  applyEvents(queryClient, [{ type: 'device', device: mintDeviceLive({ deviceId: 4, status: 'standby' }) }]);
  await waitFor(() =>
    expect(screen.getByRole('rowheader', { name: 'AC power' }).closest('tr')!.textContent).toMatch(
      /5\.1\skW.*now/,
    ),
  );
  expect(screen.getByTitle('Status: Standby')).toBeTruthy();
});

test('points are found by name or key, and nothing found can be cleared', async () => {
  const { user, location } = await renderPage(routes, { at: AT, answers });
  const box = await screen.findByRole('searchbox', { name: 'Find a point' });
  await user.type(box, 'pv1.v');
  expect(screen.getAllByRole('rowheader')).toHaveLength(1);
  expect(location()).toBe(`${AT}&find=pv1.v`);
  await user.type(box, 'xx');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(5);
});

test('a point leads to its history', async () => {
  const { user, location } = await renderPage(routes, {
    at: AT,
    answers: { ...answers, deviceHistory: { resolution: 'raw', series: [] } },
  });
  await user.click(await screen.findByRole('button', { name: 'Show history: PV1 voltage' }));
  expect(location()).toBe(`${AT}&tab=history&points=pv1.voltage`);
  expect(screen.getByRole('tab', { name: 'History', selected: true })).toBeTruthy();
});

test('alarms of the device open their advice', async () => {
  const counts = { tip: 0, general: 0, emergency: 1 };
  const more = { total: false, counts: false };
  const list = { total: 1, page: 1, pageSize: 20, rows: [mintAlarm({ id: 9 })], counts, more };
  const { user, inputs } = await renderPage(routes, {
    at: `${AT}&tab=alarms`,
    answers: { ...answers, listAlarms: list },
  });
  await user.click(await screen.findByText('Device offline'));
  expect(within(await screen.findByRole('dialog')).getByText(/Check its power supply/)).toBeTruthy();
  expect(inputs('listAlarms')[0]?.query).toMatchObject({ deviceId: 4, state: 'all', sort: 'beganAt' });
});

test('the last tab names what is known, and a device without a number asks for one', async () => {
  const page = await renderPage(routes, { at: `${AT}&tab=about`, answers });
  expect(await screen.findByText('8661')).toBeTruthy();
  expect(screen.getByText('MQTT')).toBeTruthy();
  expect(screen.getByText('5 min')).toBeTruthy();
  await expectAccessible();
  page.unmount();
  await renderPage(routes, { at: ADDRESSES.device });
  expect(await screen.findByText('No device chosen')).toBeTruthy();
});

test('a device that has reported nothing says so', async () => {
  await renderPage(routes, { at: AT, answers: { ...answers, deviceLatest: [] } });
  expect(await screen.findByText('Nothing reported yet')).toBeTruthy();
});

const logger = mintDevice({ id: 4, sn: '4000000001', kind: 'logger' });
const found: DiscoveredDevice[] = [
  {
    sn: 'SF1',
    kind: 'inverter',
    model: 'X5',
    manufacturer: 'Sol',
    declined: false,
    firstSeenAt: 0,
    lastSeenAt: 0,
  },
  {
    sn: 'SF2',
    kind: 'meter',
    model: null,
    manufacturer: null,
    declined: true,
    firstSeenAt: 0,
    lastSeenAt: 0,
  },
];
const ofLogger = {
  ...answers,
  getDevice: logger,
  plantAuthority: authority('devices.create'),
  listDiscoveredDevices: found,
  acceptDiscoveredDevice: null,
  declineDiscoveredDevice: null,
  getDeviceConnection: null,
};

test('everything that waits behind a logger is declined in one step', async () => {
  const invented = ['X1', 'X2'].map((sn) => ({ ...found[0]!, sn }));
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: { ...ofLogger, listDiscoveredDevices: invented, declineDiscoveredDevices: { declined: 2 } },
  });
  await user.click(await screen.findByRole('button', { name: 'Decline all' }));
  await waitFor(() => expect(inputs('declineDiscoveredDevices')).toEqual([{ params: { id: 4 } }]));
});

test('what a logger names is accepted or declined on its page', async () => {
  const { user, inputs } = await renderPage(routes, { at: AT, answers: ofLogger });
  const card = within(await screen.findByRole('region', { name: 'Found behind this logger' }));
  expect(card.getByText(/Inverter · Sol · X5/)).toBeTruthy();
  expect(card.getByText(/declined/)).toBeTruthy();
  expect(card.queryByRole('button', { name: 'Decline: SF2' })).toBeNull();
  await user.click(card.getByRole('button', { name: 'Decline: SF1' }));
  await waitFor(() =>
    expect(inputs('declineDiscoveredDevice')).toEqual([{ params: { id: 4 }, body: { sn: 'SF1' } }]),
  );
  await user.click(card.getByRole('button', { name: 'Accept: SF2' }));
  await waitFor(() =>
    expect(inputs('acceptDiscoveredDevice')).toEqual([{ params: { id: 4 }, body: { sn: 'SF2' } }]),
  );
  await expectAccessible();
});

test('who may not add devices to the station is not asked about them', async () => {
  const plantAuthority = authority('devices.view');
  const { inputs } = await renderPage(routes, { at: AT, answers: { ...ofLogger, plantAuthority } });
  await waitFor(() => expect(inputs('plantAuthority')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Found behind this logger' })).toBeNull();
  expect(inputs('listDiscoveredDevices')).toEqual([]);
});

const link: DeviceConnection = {
  open: true,
  doubt: 'otherNetwork',
  doubtedSince: 0,
  stableAt: Date.UTC(2027, 0, 5, 9),
  network: '203.0.113.0/24',
  trustedNetwork: '198.51.100.0/24',
  allowedNetworks: ['198.51.100.7'],
  health: { since: 0, reconnects: 3, refused: 12, lastError: { word: 'noAnswer', at: 0 } },
};
const doubted = {
  ...ofLogger,
  listDiscoveredDevices: [],
  getDeviceConnection: link,
  trustDeviceConnection: null,
  setDeviceNetworks: null,
};

test('a doubted connection says why and is confirmed in the network that was shown', async () => {
  const { user, inputs } = await renderPage(routes, { at: AT, answers: doubted });
  const card = within(await screen.findByRole('region', { name: 'Connection' }));
  expect(card.getByRole('status').textContent).toMatch(/another network.*no commands/);
  expect(card.getByText(/^3 since/)).toBeTruthy();
  expect(card.getByText(/^what hangs on it did not answer/)).toBeTruthy();
  await user.click(await card.findByRole('button', { name: 'Confirm connection' }));
  await waitFor(() =>
    expect(inputs('trustDeviceConnection')).toEqual([{ params: { id: 4 }, body: { network: link.network } }]),
  );
  const box = card.getByRole('textbox', { name: 'Allowed addresses' });
  await user.type(box, '{enter}203.0.113.0/24');
  await user.click(card.getByRole('button', { name: 'Save addresses' }));
  await waitFor(() =>
    expect(inputs('setDeviceNetworks')).toEqual([
      { params: { id: 4 }, body: { networks: ['198.51.100.7', '203.0.113.0/24'] } },
    ]),
  );
  await expectAccessible();
});

test('who only looks sees the doubt and decides nothing', async () => {
  const plantAuthority = authority('devices.view');
  await renderPage(routes, { at: AT, answers: { ...doubted, plantAuthority } });
  const card = within(await screen.findByRole('region', { name: 'Connection' }));
  expect(card.getByRole('status')).toBeTruthy();
  expect(card.queryByRole('button')).toBeNull();
  expect(card.queryByRole('textbox')).toBeNull();
});

test('a near miss is recorded otherwise from the page of its device, and taken back there', async () => {
  let recorded = false;
  let ended: number | undefined;
  const deviceLatest = () => [
    // It was recorded by the rule that has ended, so the device does not report it by itself.
    ...(ended === undefined ? [] : [mintPoint({ key: 'energy.day', value: 0.9, time: ended - 1000 })]),
    mintPoint({
      key: 'energy.today',
      unit: 'Wh',
      value: 900,
      custom: true,
      ...(recorded ? { recordedAs: { point: 'energy.day', ofAll: false } } : {}),
      ...(ended === undefined ? {} : { recordedBefore: [{ point: 'energy.day', until: ended }] }),
    }),
  ];
  const recordCustomPoint = ({ body }: InputOf<'recordCustomPoint'>) => {
    recorded = body.point !== null;
    ended = recorded ? undefined : Date.now();
    return null;
  };
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    role: 'organisationAdmin',
    answers: { ...answers, deviceLatest, recordCustomPoint },
  });
  await user.click(await screen.findByRole('button', { name: 'Record as energy.day from now on' }));
  await user.click(screen.getByRole('button', { name: 'Record from now on' }));
  expect(await screen.findByText(/Recorded as energy.day/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Record as reported again' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Record as reported again' }));
  expect((await screen.findByRole('note')).textContent).toContain('Did you mean energy.day?');
  expect(inputs('recordCustomPoint').map(({ body }) => body)).toEqual([
    { key: 'energy.today', deviceId: device.id, point: 'energy.day', unit: 'Wh' },
    { key: 'energy.today', deviceId: device.id, point: null, unit: '' },
  ]);
});

test('a point is pinned to the top, and pinned ones are drawn together', async () => {
  const { user, location } = await renderPage(routes, {
    at: AT,
    answers: { ...answers, deviceHistory: { resolution: 'raw', series: [] } },
  });
  await user.click(await screen.findByRole('button', { name: 'Pin: AC power' }));
  const pinned = within(await screen.findByRole('region', { name: 'Pinned' }));
  expect(pinned.getByRole('button', { name: 'Pin: AC power' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Pin: PV1 voltage' }));
  await expectAccessible();
  await user.click(pinned.getByRole('button', { name: 'Draw 2 points together' }));
  expect(location()).toContain('points=ac.power%2Cpv1.voltage');
  storedPins.set([]);
});

test('energies of a device are bars of days, and of months where asked', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: `${AT}&tab=energy`,
    answers: {
      ...answers,
      deviceEnergy: {
        grain: 'day',
        timeZone: 'Europe/Madrid',
        buckets: [{ start: '2026-06-21', energies: { pv: 12.5 }, sources: { pv: 'lifetime' } }],
      },
    },
  });
  await user.click(await screen.findByText('Months'));
  await waitFor(() => expect(inputs('deviceEnergy').at(-1)?.query).toMatchObject({ grain: 'month' }));
});

test('what was asked of a device says by whom and what became of it', async () => {
  const at = Date.UTC(2026, 5, 21);
  const row = { id: 1, user: null, at, sentAt: at, endedAt: at, detail: null, words: [5], result: null };
  await renderPage(routes, {
    at: `${AT}&tab=commands`,
    answers: {
      ...answers,
      listDeviceCommands: {
        total: 2,
        page: 1,
        pageSize: 20,
        rows: [
          {
            ...row,
            asked: { type: 'modbusRead', fn: 3, addr: 33_000, count: 1 },
            state: 'done',
            failure: null,
          },
          {
            ...row,
            id: 2,
            user: { id: 3, name: 'Hanna Head' },
            asked: { type: 'modbusWrite', fn: 6, addr: 40, words: [7] },
            state: 'failed',
            failure: 'notConnected',
            words: null,
          },
        ],
      },
    },
  });
  const first = (await screen.findByText('The server')).closest('tr')!;
  expect(first.textContent).toContain('read registers from 33000: 1');
  expect(first.textContent).toContain('done: 5');
  expect(screen.getByText('Hanna Head').closest('tr')!.textContent).toContain('failed: not connected');
  await expectAccessible();
});
