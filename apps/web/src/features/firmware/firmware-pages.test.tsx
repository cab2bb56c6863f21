import { CallError } from '@sunfleet/api-client';
import {
  ADDRESSES,
  type Firmware,
  firmwareAddress,
  firmwareStatement,
  type FirmwareKey,
  type FirmwareUpgrade,
  type FirmwareUpgradeDevice,
  LIMITS,
} from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';

const firmware: Firmware = {
  id: 7,
  name: 'Logger',
  version: '1.4.2',
  component: 'logger',
  models: ['SF-L1'],
  hardware: [],
  fromVersion: '1.0',
  toVersion: null,
  notes: { 'en-US': 'Mends the clock.' },
  state: 'inTest',
  fileName: 'logger.bin',
  bytes: 3000,
  sha256: 'ab'.repeat(32),
  signature: 'c2lnbmF0dXJl',
  key: { id: 3, name: 'Maker', revoked: false },
  everybody: false,
  organisations: [{ id: 5, name: 'North Solar' }],
  withdrawnReason: null,
  createdAt: 1_780_000_000_000,
  releasedAt: null,
  revision: 4,
};
const key: FirmwareKey = {
  id: 3,
  name: 'Maker',
  fingerprint: 'cd'.repeat(32),
  createdAt: 1_780_000_000_000,
  revokedAt: null,
  revokedReason: null,
  firmware: 1,
};
const noUpgrades = { listFirmwareUpgrades: [], listProposals: [] };
const listFirmware = { total: 1, page: 1, pageSize: 20, rows: [firmware] };

test('the library shows what is for whom, and the keys that are taken', async () => {
  await renderPage(routes, {
    at: ADDRESSES.firmware,
    role: 'platformAdmin',
    answers: { listFirmware, listFirmwareKeys: [key] },
  });
  expect(await screen.findByText('North Solar')).toBeTruthy();
  expect(screen.getByText('In test', { selector: 'span' })).toBeTruthy();
  expect(await screen.findByText(/cdcdcd/)).toBeTruthy();
  await expectAccessible();
});

test('who may only look finds neither keys nor ways to change something', async () => {
  await renderPage(routes, {
    at: ADDRESSES.firmware,
    role: 'installer',
    answers: {
      listFirmware: { ...listFirmware, rows: [{ ...firmware, state: 'released', organisations: [] }] },
    },
  });
  expect(await screen.findByRole('link', { name: 'Logger' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Upload|Register/ })).toBeNull();
});

test('firmware in test is released over the revision that was read', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: firmwareAddress(7),
    role: 'platformAdmin',
    answers: { getFirmware: firmware, ...noUpgrades, moveFirmware: { ...firmware, state: 'released' } },
  });
  expect(await screen.findByText('Mends the clock.')).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Release' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Authorised for: North Solar')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Release' }));
  await waitFor(() =>
    expect(inputs('moveFirmware')).toEqual([
      { params: { id: 7 }, body: { state: 'released', reason: '', revision: 4 } },
    ]),
  );
});

test('firmware whose key was revoked says so and cannot be fetched', async () => {
  await renderPage(routes, {
    at: firmwareAddress(7),
    role: 'platformAdmin',
    answers: { ...noUpgrades, getFirmware: { ...firmware, key: { ...firmware.key, revoked: true } } },
  });
  expect(await screen.findByText('Key revoked')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Download the image|^Release/ })).toBeNull();
});

test('an image is uploaded, the text to sign is shown, and a wrong signature is told at its field', async () => {
  const uploaded = { uploadId: crypto.randomUUID(), fileName: 'x.bin', bytes: 3, sha256: 'ef'.repeat(32) };
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.uploadFirmware,
    role: 'platformAdmin',
    answers: {
      listFirmwareKeys: [key],
      uploadFirmware: uploaded,
      createFirmware: () => {
        throw new CallError('refused', { error: 'firmwareSignatureWrong', message: 'It does not fit.' });
      },
    },
  });
  await screen.findByText('Drop the image here or choose it');
  const choose = (file: File) =>
    user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
  const large = new File(['abc'], 'large.bin');
  Object.defineProperty(large, 'size', { value: LIMITS.firmwareBytes + 1 });
  await choose(large);
  expect((await screen.findByRole('alert')).textContent).toMatch(/File too large: an image has at most 64/);
  await choose(new File(['abc'], 'x.bin'));
  expect(await screen.findByText('SHA-256: ' + 'ef'.repeat(32))).toBeTruthy();
  const type = (name: string, text: string) => user.type(screen.getByRole('textbox', { name }), text);
  await type('Version', 'one');
  await type('Name', 'Logger');
  expect(await screen.findByText(/Enter a version such as/)).toBeTruthy();
  await user.clear(screen.getByRole('textbox', { name: 'Version' }));
  await type('Version', '1.4.2');
  await type('Models', 'SF-L2, SF-L1');
  const claims = {
    ...firmware,
    models: ['SF-L1', 'SF-L2'],
    fromVersion: null,
    bytes: 3,
    sha256: uploaded.sha256,
  };
  const statement = document.querySelector('pre')?.textContent;
  expect(statement).toBe(firmwareStatement(claims));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Key' }), 'Maker');
  await type('Signature in base64', 'abcd');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Save as a draft' }));
  expect(await screen.findByText('It does not fit.')).toBeTruthy();
  expect(inputs('createFirmware')[0]?.body).toMatchObject({ keyId: 3, signature: 'abcd', hardware: [] });
});

test('an upgrade is proposed for the named devices, and seen device by device', async () => {
  const upgrade: FirmwareUpgrade = {
    id: 9,
    firmware: { id: 7, name: 'Logger', version: '1.4.2' },
    state: 'halted',
    by: { id: 2, name: 'Ada' },
    createdAt: Date.now() - 3_600_000,
    endedAt: Date.now() - 1_800_000,
    devices: { succeeded: 1, failed: 2 },
  };
  const older = {
    ...upgrade,
    id: 8,
    endedAt: Date.now() - LIMITS.approvedRunMs - 120_000,
    devices: { failed: 3 },
  };
  const row: FirmwareUpgradeDevice = {
    device: { id: 31, sn: 'SF31', name: null },
    wave: 0,
    state: 'failed',
    attempt: 1,
    failure: 'lowBattery',
    detail: null,
    fromVersion: '1.3.0',
    share: 0,
    beganAt: null,
    endedAt: 1_780_000_900_000,
    slow: false,
    late: false,
  };
  const { user, inputs } = await renderPage(routes, {
    at: firmwareAddress(7),
    role: 'platformAdmin',
    answers: {
      getFirmware: { ...firmware, state: 'released' },
      listFirmwareUpgrades: [upgrade, older],
      listFirmwareUpgradeDevices: { total: 1, page: 1, pageSize: 100, rows: [row] },
      listProposals: [],
      listStations: { total: 0, page: 1, pageSize: 50, rows: [], counts: {} } as never,
      listDeviceBatches: { total: 0, page: 1, pageSize: 50, rows: [] },
      listLabels: [],
      checkFirmwareUpgrade: { devices: 12, first: ['SF1', 'SF2'] },
      retryFirmwareUpgrade: null,
      startFirmwareUpgrade: () => {
        throw new CallError('refused', {
          error: 'secondPersonNeeded',
          message: 'Somebody else has to approve.',
        });
      },
    },
  });
  expect(await screen.findByText('Succeeded: 1 · Failed: 2')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'Devices' })[0]!);
  expect(await screen.findByText('the battery is below 30 %')).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Retry what failed' }));
  await waitFor(() => expect(inputs('retryFirmwareUpgrade')).toEqual([{ params: { id: 9 } }]));
  await user.click(screen.getByRole('button', { name: 'Upgrade devices' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: /Serial numbers/ }), 'SF1 SF2,SF1');
  await user.type(within(dialog).getByRole('textbox', { name: /whose version contains/ }), '1.3');
  await user.click(within(dialog).getByRole('checkbox', { name: /clock of their station/ }));
  expect(await within(dialog).findByText('Reaches 12 devices: SF1, SF2 …')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Propose the upgrade' }));
  await waitFor(() =>
    expect(inputs('startFirmwareUpgrade')).toEqual([
      {
        body: {
          firmwareId: 7,
          sns: ['SF1', 'SF2'],
          stationIds: [],
          labelIds: [],
          batchIds: [],
          filters: { firmware: '1.3' },
          window: { from: '22:00', to: '04:00' },
          mostFailed: 5,
        },
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
