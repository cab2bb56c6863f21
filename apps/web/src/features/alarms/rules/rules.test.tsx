import { ADDRESSES, type AlarmRule, type AlarmRuleTest, type AlarmRuleVersion } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The page is loaded here, because the first test would time out waiting for it.
import './rule-list-page.tsx';

const rule: AlarmRule = {
  id: 4,
  name: '',
  pack: 'hotInverter',
  level: 'general',
  enabled: false,
  raise: 'temp.inverter > 80 °C',
  clear: 'temp.inverter < 70 °C',
  consecutive: 3,
  onDelay: 0,
  offDelay: 10,
  stationIds: [],
  labelIds: [],
  models: [],
  standing: 0,
  version: 2,
};
const page = <Row,>(rows: Row[]) => ({ rows, total: rows.length, page: 1, pageSize: 20 });
const answers = { listAlarmRules: page([rule]), listStations: page([]) as never, listLabels: [] };
const wide: AlarmRuleTest = {
  judged: 10,
  fired: 6,
  alarms: 8,
  days: [{ day: '2026-11-01', alarms: 8 }],
  stations: [{ id: 3, name: 'Barn', alarms: 8, devices: 6 }],
  firings: [],
  partial: false,
};
const at = ADDRESSES.alarmRules;

test('a condition is read as it is typed and said in words', async () => {
  const { user, inputs } = await renderPage(routes, {
    at,
    answers: { ...answers, createAlarmRule: { id: 5 } },
  });
  expect(await screen.findByText('Inverter too hot')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add rule' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Name'), 'Dark');
  const condition = within(dialog).getByLabelText('Alarm when');
  await user.type(condition, 'ac.power < 5 V');
  expect(within(dialog).getByText('The units do not fit together. (from letter 12 on: “5 V”)')).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await user.clear(condition);
  await user.type(condition, 'ac.power < 0.5 kW and sun > 10°');
  expect(
    within(dialog).getByText(/Alarm when AC power < 500 W and elevation of the sun > 10 °\./),
  ).toBeTruthy();
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('createAlarmRule')).toMatchObject([
      {
        body: {
          name: 'Dark',
          raise: 'ac.power < 0.5 kW and sun > 10°',
          consecutive: 3,
          offDelay: 10,
          enabled: false,
        },
      },
    ]),
  );
});

test('a rule that fires on half of the devices is told before it is switched on', async () => {
  const { user, inputs } = await renderPage(routes, {
    at,
    answers: { ...answers, checkAlarmRule: wide, updateAlarmRule: null },
  });
  await user.click(await screen.findByRole('button', { name: 'Change Inverter too hot' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByLabelText('Switched on'));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(/half of the devices or more/)).toBeTruthy();
  expect(within(dialog).getByText('Alarms: 8. Devices: 6 of 10.')).toBeTruthy();
  expect(inputs('updateAlarmRule')).toEqual([]);
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Save all the same' }));
  await waitFor(() =>
    expect(inputs('updateAlarmRule')).toMatchObject([
      { params: { id: 4 }, body: { version: 2, rule: { enabled: true, pack: 'hotInverter', name: '' } } },
    ]),
  );
});

test('shipped rules are taken by choice', async () => {
  const { user, inputs } = await renderPage(routes, {
    at,
    answers: { ...answers, importAlarmRules: { added: 1 } },
  });
  await user.click(await screen.findByRole('button', { name: 'Shipped rules' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByLabelText(/Less than its peers/));
  await user.click(within(dialog).getByRole('button', { name: 'Take' }));
  await waitFor(() =>
    expect(inputs('importAlarmRules')).toMatchObject([
      { body: { rules: [{ pack: 'belowPeers', consecutive: 3 }] } },
    ]),
  );
});

test('an older version stands beside what the rule says now, and is restored as it is switched now', async () => {
  const said = (version: number, raise: string): AlarmRuleVersion => ({
    version,
    at: 0,
    by: version === 1 ? null : 'Ada',
    rule: { ...rule, raise, enabled: true },
  });
  const { user, inputs } = await renderPage(routes, {
    at,
    answers: {
      ...answers,
      listAlarmRuleVersions: [said(2, rule.raise), said(1, 'temp.inverter > 90 °C')],
      updateAlarmRule: null,
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Versions of Inverter too hot' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('It says the same as now.')).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Restore' })).toHaveProperty('disabled', true);
  await user.selectOptions(within(dialog).getByLabelText('Version'), '1');
  expect(within(dialog).getByText('temp.inverter > 90 °C')).toBeTruthy();
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
  await waitFor(() =>
    expect(inputs('updateAlarmRule')).toMatchObject([
      { params: { id: 4 }, body: { version: 2, rule: { raise: 'temp.inverter > 90 °C', enabled: false } } },
    ]),
  );
});

test('the values around an alarm of the past are drawn by the points that the rule reads', async () => {
  const firings = [
    {
      deviceId: 9,
      device: 'INV-9',
      stationId: 3,
      station: 'Barn',
      timeZone: 'UTC',
      begin: 1_700_000_000_000,
      raised: 1_700_000_900_000,
      end: null,
    },
  ];
  const { user, inputs } = await renderPage(routes, {
    at,
    answers: {
      ...answers,
      checkAlarmRule: { ...wide, firings },
      deviceHistory: { resolution: '5m', series: [] },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change Inverter too hot' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Test on the last 30 days' }));
  await user.selectOptions(await within(dialog).findByLabelText(/Alarms it would have raised/), '0');
  await waitFor(() =>
    expect(inputs('deviceHistory')).toMatchObject([
      { params: { id: 9 }, query: { points: ['temp.inverter'], from: 1_700_000_000_000 - 21_600_000 } },
    ]),
  );
});
