import type { DeviceDetail } from '@sunfleet/contract';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintEndpoints } from '../../../test/mint-endpoints.ts';
import { mintDevice, mintDeviceLive } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { ConnectPanel } from './connect-panel.tsx';
import { FirstSample } from './first-sample.tsx';

const silent = mintDeviceLive({ lastDataAt: null, lastSeenAt: null });

function open(changes: Partial<DeviceDetail> = {}, answers: Answers = {}, secret?: string) {
  const device = mintDevice({ id: 7, sn: 'SF-7', live: silent, ...changes });
  return renderPage(<ConnectPanel device={device} {...(secret ? { secret } : {})} />, {
    answers: { getDevice: device, getDeviceEndpoints: mintEndpoints(), ...answers },
  });
}

const lines = async () => (await screen.findByRole('region', { name: 'Lines to copy' })).textContent;

test('each way has lines with address and secret of this very device', async () => {
  const { user } = await open({}, {}, 'TOP7SECRET');
  expect(await lines()).toContain('-t pv/v1/north/SF-7/up/telemetry');
  expect(await lines()).toContain('-P TOP7SECRET');
  await expectAccessible();
  for (const [way, part] of [
    ['HTTP', 'curl https://pv.example.com/api/ingest/v1/SF-7/telemetry'],
    ['Telegraf', 'data_format = "json"'],
    ['Home Assistant', 'rest_command:'],
  ] as const) {
    await user.click(screen.getByRole('tab', { name: way }));
    expect(await lines()).toContain(part);
  }
  expect(screen.queryByRole('tab', { name: 'Logger stick' })).toBeNull();
});

test('the secret that was shown once can be pasted, and goes nowhere', async () => {
  const { user, inputs } = await open();
  expect(await lines()).toContain('-P YOUR-SECRET');
  await user.type(screen.getByLabelText('Secret of the device'), 'PASTED');
  expect(await lines()).toContain('-P PASTED');
  expect(JSON.stringify([inputs('getDevice'), inputs('getDeviceEndpoints')])).not.toContain('PASTED');
});

test('it waits, and turns green with value and age when the first sample comes', async () => {
  const point = {
    key: 'ac.power',
    unit: 'W',
    value: 1234,
    time: Date.now() - 90_000,
    custom: false,
    name: null,
    kind: 'gauge' as const,
    decimals: null,
  };
  const { queryClient } = await open({}, { deviceLatest: [point] }, 's');
  const status = await screen.findByText('Waiting for the first sample…');
  expect(status.closest('[role=status]')?.getAttribute('data-state')).toBe('waiting');
  const arrived = mintDevice({ id: 7, live: mintDeviceLive({ lastDataAt: point.time }) });
  act(() => queryClient.setQueryData(['getDevice', { params: { id: 7 } }], arrived));
  const green = (await screen.findByText(/^Data arrives: AC power/)).closest('[role=status]');
  expect(green?.getAttribute('data-state')).toBe('arrived');
  expect(green?.textContent).toMatch(/1\.23.kW.*1.min/);
});

test('a logger stick gets address and port in the words of its own page', async () => {
  await open({ kind: 'logger', live: mintDeviceLive({ lastDataAt: null }) }, {}, 's');
  expect(await screen.findByText('Connected. Waiting for the first sample…')).toBeTruthy();
  for (const text of ['Server B', 'Internal server parameters', 'TCP-Client', '10000', 'pv.example.com'])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByText(/“Found behind this logger”/)).toBeTruthy();
  await expectAccessible();
});

test('what cannot work is said: an address of this machine alone, and a broker that is not known', async () => {
  await open({}, { getDeviceEndpoints: mintEndpoints({ onlyHere: true, mqtt: null }) }, 's');
  expect(await screen.findByText(/^This page was opened as localhost/)).toBeTruthy();
  expect(screen.getByText(/^This installation uses a broker of its own/)).toBeTruthy();
});

test('a device behind a logger needs nothing entered', async () => {
  const { inputs } = await open({ parent: { id: 3, sn: 'STICK-1' } });
  expect(await screen.findByText(/^Its logger STICK-1 speaks for it/)).toBeTruthy();
  expect(inputs('getDeviceEndpoints')).toEqual([]);
});

test('after a while without a sample it says what to look at', async () => {
  await renderPage(<FirstSample device={mintDevice({ id: 7, sn: 'SF-7' })} patienceMs={0} />, {
    answers: { getDevice: mintDevice({ id: 7, live: silent }) },
  });
  expect(await screen.findByText('Nothing has come for three minutes. Check this:')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(screen.getByRole('link', { name: 'What each way in expects' })).toBeTruthy();
  await expectAccessible();
});
