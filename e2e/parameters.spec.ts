import { ADDRESSES, deviceAddress } from '@sunfleet/contract';
import { SolarmanV5 } from 'solarmanv5';
import { afterAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { field } from './harness/browser.ts';
import { runSql } from './harness/database.ts';
import { openPlant } from './harness/operated-plant.ts';
import { callAs, openAs, personNamed, registerPerson } from './harness/people.ts';
import { openStage } from './harness/stage.ts';

/** Devices are operated through simulated loggers that answer as real ones do. */

const { server, browser, admin, close } = await openStage();
afterAll(close);
const stage = { server, browser };

const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
/** The browser itself tells of each answer that is a refusal. */
const own = (errors: readonly string[]) =>
  errors.filter((text) => !text.startsWith('Failed to load resource'));

test('an owner keeps more in the battery, on a phone, and is asked again who it is', async () => {
  const owner = await registerPerson(server, personNamed('Rita Reserve'));
  const plant = await openPlant(server, await callAs(server, owner), { serial: 2_900_881_001, name: 'Rita' });
  const path = deviceAddress(plant.deviceId, 'parameters');
  const { page, context, errors } = await openAs(stage, owner, { path, width: 360, height: 800, dark: true });
  const reserve = field(page, 'Battery reserve (%)');
  await reserve.waitFor();
  expect(await reserve.inputValue()).toBe('20');
  expect(await page.getByRole('button', { name: /voltage/ }).count()).toBe(0);
  await runSql(server, "UPDATE sessions SET proven_at = proven_at - interval '11 minutes'");
  await reserve.fill('35');
  await page.getByRole('button', { name: 'Change (1)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Set' }).click();
  const proof = page.getByRole('dialog').filter({ hasText: 'Confirm that it is you' });
  await proof.getByLabel('Current password').fill(owner.password);
  await page.keyboard.press('Enter');
  await page.getByText(/20\s?% → 35\s?% done/).waitFor();
  expect(plant.settings).toEqual({ 'battery.reserve': 35 });
  await page.getByText('Writes within 24 hours: 1 of 40.').waitFor();
  // A client of somebody else finds in the logger what the page says of it.
  const lan = await plant.logger.openLan(0);
  const client = new SolarmanV5('127.0.0.1', 2_900_881_001, { port: lan.port, socketTimeout: 5 });
  await client.connect();
  const foreign = await client.readHoldingRegisters(115, 3);
  const same = { fn: 3, addr: 115, count: 3 } as const;
  const asked = await (
    await callAs(server, owner)
  )('readRegisters', { params: { id: plant.deviceId }, body: same });
  expect(asked).toMatchObject({ ok: true, words: foreign });
  expect(foreign[2]).toBe(35);
  await client.disconnect();
  lan.close();
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(wider)).toBe(0);
  expect(own(errors)).toEqual([]);
  await context.close();
  plant.logger.close();
});

test('an engineer runs a set on two devices, one of which is away at first, and looks at what it set', async () => {
  const { id: organisationId } = await admin('createOrganisation', {
    body: { name: 'Operators', type: 'enterprise', tie: 'tight', parentId: null },
  });
  const engineer = await registerPerson(server, personNamed('Egon Engineer'), {
    organisationId,
    role: 'installer',
  });
  const call = await callAs(server, engineer);
  const first = await openPlant(server, call, { serial: 2_900_881_002, name: 'First' });
  const second = await openPlant(server, call, { serial: 2_900_881_003, name: 'Second' });
  second.logger.close();

  const { page, context, errors } = await openAs(stage, engineer, { path: ADDRESSES.instructions });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add instruction' }).first().click();
  await field(page, 'Code').fill('RESERVE');
  await field(page, 'Name').fill('Reserve 30 %');
  await field(page, 'Function').selectOption('16');
  await field(page, 'First register').fill('0x75');
  await field(page, 'Data to write').fill('001');
  await field(page, 'Code').focus();
  await page.getByText('The instruction format must have an even number of digits.').waitFor();
  await field(page, 'Data to write').fill('00 1E');
  await page.getByText('Writes 30 from register 117 (0x0075) on.').waitFor();
  await page.getByLabel(/second person/).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Instruction sets' }).click();
  await page.getByRole('button', { name: 'Add set' }).first().click();
  await field(page, 'Code').fill('WINTER');
  await field(page, 'Name').fill('Winter');
  await page.getByRole('button', { name: 'Add step' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Run Winter' }).click();
  for (const { deviceId } of [first, second]) {
    const { sn } = await call('getDevice', { params: { id: deviceId } });
    await field(page, 'Devices').fill(sn);
    await page.getByTitle(sn, { exact: true }).click();
  }
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText(/RESERVE: 20 → 30 done/).waitFor();
  await page.getByText('Device connection failed, please try again').waitFor();
  expect(first.settings).toEqual({ 'battery.reserve': 30 });
  expect(await axeViolations(page)).toEqual([]);

  await second.logger.upload();
  await page.getByRole('button', { name: 'Retry what failed' }).click();
  await page
    .getByText(/RESERVE: 20 → 30 done/)
    .nth(1)
    .waitFor();
  expect(second.settings).toEqual({ 'battery.reserve': 30 });

  await page.goto(`${server.url}/#${deviceAddress(first.deviceId, 'parameters')}`);
  await page.getByRole('button', { name: 'Change Highest grid voltage' }).click();
  await dialog.getByLabel('Highest grid voltage (V)').fill('253');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByText('Set dangerous parameters').waitFor();
  expect(first.settings).toEqual({ 'battery.reserve': 30 });
  expect(await axeViolations(page)).toEqual([]);
  expect(own(errors)).toEqual([]);
  await context.close();
  first.logger.close();
  second.logger.close();
});

test('however a logger answers a write, it is sent once, and what became of it is known', async () => {
  const person = await registerPerson(server, personNamed('Fausto Fault'));
  const call = await callAs(server, person);
  const faults = {
    answersTwice: null,
    answersWrongCrc: 'malformed',
    answersForeign: 'timeout',
    cutsCommand: 'disconnected',
  } as const;
  const outcomes = await Promise.all(
    (Object.keys(faults) as (keyof typeof faults)[]).map(async (fault, at) => {
      const plant = await openPlant(server, call, { serial: 2_900_881_010 + at, name: fault, fault });
      const id = plant.deviceId;
      const body = { changes: [{ key: 'battery.reserve', value: 40 }] };
      const { runId } = await call('setParameters', { params: { id }, body });
      const run = () => call('getRun', { params: { id: runId } });
      await expect.poll(async () => (await run()).endedAt, { timeout: 180_000 }).not.toBeNull();
      const { rows } = await call('listDeviceCommands', { params: { id } });
      plant.logger.close();
      return {
        fault,
        done: (await run()).devices.done,
        // Why the write alone did not tell; what was read back did.
        writes: rows.filter(({ asked }) => asked.type === 'modbusWrite').map(({ failure }) => failure),
        settings: plant.settings,
      };
    }),
  );
  const settings = { 'battery.reserve': 40 };
  expect(outcomes).toEqual(
    Object.entries(faults).map(([fault, failure]) => ({ fault, done: 1, writes: [failure], settings })),
  );
});
