import { ADDRESSES, stationAddress } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { field } from './harness/browser.ts';
import { openPlant } from './harness/operated-plant.ts';
import { callAs, openAs, personNamed, registerPerson } from './harness/people.ts';
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
