import {
  ADDRESSES,
  deviceAddress,
  firmwareAddress,
  profileAddress,
  stationAddress,
  tryProfileAddress,
} from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openMqttDevice } from '../apps/simulator/src/run/mqtt-device.ts';
import { axeViolations } from './harness/axe.ts';
import { field } from './harness/browser.ts';
import { openPlant } from './harness/operated-plant.ts';
import { runSql } from './harness/database.ts';
import { callAs, openAs, personNamed, registerPerson } from './harness/people.ts';
import { releaseFirmware } from './harness/release-firmware.ts';
import { openStage } from './harness/stage.ts';

/** A task is planned with its next times, suspended, resumed, and executed on a simulated device, whose station tells of it. */

const { server, browser, admin, close } = await openStage();
afterAll(close);

test('an engineer plans a task, sees its next times, suspends and resumes it, and starts it at once', async () => {
  const { id: organisationId } = await admin('createOrganisation', {
    body: { name: 'Planners', type: 'enterprise', tie: 'tight', parentId: null },
  });
  const engineer = await registerPerson(server, personNamed('Paula Planner'), {
    organisationId,
    role: 'installer',
  });
  const call = await callAs(server, engineer);
  const plant = await openPlant(server, call, { serial: 2_900_881_041, name: 'Planned' });
  const { sn } = await call('getDevice', { params: { id: plant.deviceId } });
  const { id: instructionId } = await call('createInstruction', {
    body: { code: 'RESERVE', name: 'Reserve', fn: 16, address: 117, data: '001E', dangerous: false },
  });
  await call('createInstructionSet', {
    body: { code: 'WINTER', name: 'Winter', steps: [{ instructionId }] },
  });

  const { page, context } = await openAs({ server, browser }, engineer, {
    path: ADDRESSES.tasks,
    width: 1900,
    height: 900,
  });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New task' }).first().click();
  await field(page, 'Name').fill('Night reserve');
  await field(page, 'Instruction set').selectOption({ label: 'Winter (WINTER)' });
  await field(page, 'Devices').fill(sn);
  await page.locator('.ant-select-item', { hasText: sn }).first().click();
  await field(page, 'When').selectOption({ label: 'Daily' });
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(5);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = page.locator('[data-row]', { hasText: 'Night reserve' });
  await row.getByText('To be executed').waitFor();
  await row.getByRole('button', { name: /^Suspend/ }).click();
  await row.getByText('Suspended').waitFor();
  await row.getByRole('button', { name: /^Resume/ }).click();
  await row.getByText('To be executed').waitFor();
  await row.getByRole('button', { name: /^Start/ }).click();
  await row.getByText('Done 1').waitFor();
  expect(plant.settings).toEqual({ 'battery.reserve': 30 });
  await row.getByRole('button', { name: /^Results/ }).click();
  await dialog.getByRole('button', { name: 'Devices' }).click();
  await dialog.getByText(/RESERVE: 20 → 30 done/).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await page.goto(`${server.url}/#${stationAddress(plant.stationId, 'opration')}&kind=writes`);
  const rows = page.locator('[data-row]');
  await rows.filter({ hasText: 'write 30 to 117' }).waitFor();
  expect(await rows.count()).toBe(1);
  for (const told of [engineer.name, sn, 'done']) expect(await rows.innerText()).toContain(told);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByText('Started on devices', { exact: true }).click();
  await page.waitForURL(/show=runs/);
  await rows.filter({ hasText: 'Night reserve' }).getByText('Done 1').waitFor();
  await page.getByRole('button', { name: 'Results: Night reserve' }).click();
  await dialog.getByText(/RESERVE: 20 → 30 done/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Tasks', { exact: true }).last().click();
  await rows.filter({ hasText: 'Night reserve' }).getByText('To be executed').waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByText('Night reserve').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
  plant.logger.close();
});

test('two engineers upgrade the devices of a batch, and the device tells it', async () => {
  const { id: organisationId, code } = await admin('createOrganisation', {
    body: { name: 'Upgraders', type: 'enterprise', tie: 'tight', parentId: null },
  });
  const joining = { organisationId, role: 'installer' } as const;
  const engineer = await registerPerson(server, personNamed('Ulla Upgrader'), joining);
  const second = await registerPerson(server, personNamed('Zoe Zweite'), joining);
  const call = await callAs(server, engineer);
  const body = {
    name: 'Upgraded',
    type: 'residential',
    capacityKw: 10,
    latitude: 48,
    longitude: 11,
  } as const;
  const { id: stationId } = await call('createStation', { body });
  const sn = 'UPGRADE-ME';
  const added = await call('addDevice', {
    params: { id: stationId },
    body: { sn, kind: 'logger', model: 'SF-L1' },
  });
  const device = openMqttDevice({
    gateways: { mqtt: `mqtt://127.0.0.1:${server.ports.mqtt}`, http: server.url },
    organisation: code,
    device: { sn, model: 'SF-L1', manufacturer: 'Sunfleet' },
    signIn: { secret: () => added.secret, onSecret: () => undefined },
    onRefused: () => undefined,
  });
  await device.restart();
  const { id: deviceId } = added.device;
  await expect
    .poll(async () => (await call('getDevice', { params: { id: deviceId } })).firmware)
    .toBe('1.4.2');
  await releaseFirmware(server.dataDir, (text, values) => runSql(server, text, values), {
    name: 'Stick',
    version: '2.0.0',
    model: 'SF-L1',
    bytes: 300_000,
  });
  const { rows } = await call('listFirmware', { query: { q: 'Stick' } });
  const path = firmwareAddress(rows[0]!.id);

  const { page, context } = await openAs({ server, browser }, engineer, { path: ADDRESSES.deviceBatches });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New batch' }).first().click();
  await field(page, 'Code').fill('DELIVERY-7');
  await field(page, 'Name').fill('Delivery 7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Add devices' }).first().click();
  await field(page, 'Serial numbers').fill(sn);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByRole('button', { name: 'Add these (1)' }).click();
  await page.locator('[data-row]', { hasText: sn }).waitFor();

  await page.goto(`${server.url}/#${path}`);
  await page.getByRole('button', { name: 'Upgrade devices' }).click();
  await field(page, 'Devices of batches').fill('Delivery');
  await page.locator('.ant-select-item', { hasText: 'Delivery 7' }).first().click();
  await dialog.getByText(`Reaches 1 devices: ${sn}`).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Propose the upgrade' }).click();
  await dialog.waitFor({ state: 'detached' });

  const other = await openAs({ server, browser }, second, { path });
  await other.page.getByRole('button', { name: 'Approve' }).click();
  await other.page.getByText('Succeeded: 1').waitFor();
  await other.context.close();
  await page.goto(`${server.url}/#${deviceAddress(deviceId, 'upgrades')}`);
  await page.getByRole('link', { name: 'Stick 2.0.0' }).waitFor();
  await page.getByText('Succeeded').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
  await device.close();
});

test('a product with a manual is chosen for a device, whose warranty follows from it, and the device is read live by its family', async () => {
  const { id: organisationId } = await admin('createOrganisation', {
    body: { name: 'Installers', type: 'enterprise', tie: 'tight', parentId: null },
  });
  const engineer = await registerPerson(server, personNamed('Petra Product'), {
    organisationId,
    role: 'installer',
  });
  const call = await callAs(server, engineer);
  const plant = await openPlant(server, call, { serial: 2_900_881_042, name: 'Product Barn' });
  const { sn } = await call('getDevice', { params: { id: plant.deviceId } });

  const { page, context } = await openAs({ server, browser }, engineer, { path: ADDRESSES.products });
  await page.getByRole('button', { name: 'Add product' }).first().click();
  await field(page, 'Manufacturer').fill('Maker');
  await field(page, 'Model').fill('Hybrid 10');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind', { exact: true }).selectOption({ label: 'Hybrid inverter' });
  await field(page, 'Rated power, W').fill('10000');
  await field(page, 'Warranty, months').fill('120');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Maker Hybrid 10' }).waitFor();
  await page.getByLabel('Add pictures or documents').setInputFiles({
    name: 'manual.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF\n'),
  });
  await page.getByText('manual.pdf').waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await page.goto(`${server.url}/#${deviceAddress(plant.deviceId, 'about')}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await field(page, 'Product').click();
  await page.locator('.ant-select-item', { hasText: 'Maker Hybrid 10' }).click();
  await field(page, 'Production date').fill('2026-02-28');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('by the terms of its product').waitFor();
  expect(await call('getDevice', { params: { id: plant.deviceId } })).toMatchObject({
    manufacturer: 'Maker',
    ratedPower: 10_000,
    warrantyEnd: '2036-02-28',
  });

  await page.goto(`${server.url}/#${profileAddress('deye-hybrid-3p')}&tab=live`);
  await field(page, 'Device').fill(sn);
  await page.locator('.ant-select-item', { hasText: sn }).click();
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByRole('row', { name: /ac\.power 2,600 W/ }).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await page.goto(`${server.url}/#${tryProfileAddress('deye-hybrid-3p')}`);
  await page.getByRole('button', { name: 'Keep for the organisation' }).click();
  await page.getByRole('button', { name: 'Save the change' }).waitFor();
  const [kept] = await call('listOwnProfiles');
  await page.goto(`${server.url}/#${deviceAddress(plant.deviceId, 'about')}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Device profile').selectOption(kept!.profileId);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${server.url}/#${deviceAddress(plant.deviceId, 'log')}`);
  await page.getByText('Device: changed').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
  plant.logger.close();
});
