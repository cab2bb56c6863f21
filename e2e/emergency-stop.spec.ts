import { ADDRESSES } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { field } from './harness/browser.ts';
import { runSql } from './harness/database.ts';
import { openAs, personNamed, registerPerson } from './harness/people.ts';
import { ADMIN } from './harness/server.ts';
import { openStage } from './harness/stage.ts';

/** Something goes wrong: an administrator stops all commands, and a second one has to agree before they go on. */

const { server, browser, close } = await openStage();
afterAll(close);

const path = ADDRESSES.commands;
const stage = { server, browser };

test('an administrator stops all commands, owners read why, and it takes a second administrator to let them go on', async () => {
  const owner = await registerPerson(server, personNamed('Olga Owner'));
  const second = await registerPerson(server, personNamed('Sara Second'));
  await runSql(server, `UPDATE users SET role = 'platformAdmin' WHERE email = '${second.email}'`);

  const admin = await openAs(stage, ADMIN, { path });
  await admin.page.getByText('Commands are sent.').waitFor();
  await admin.page.getByRole('button', { name: 'Stop all commands' }).click();
  const dialog = admin.page.getByRole('dialog');
  await field(admin.page, 'Reason').fill('Firmware goes mad');
  await dialog.getByRole('button', { name: 'Stop all commands' }).click();
  await admin.page.getByText(/^Stopped since .*: Firmware goes mad$/).waitFor();

  const watching = await openAs(stage, owner, { path: ADDRESSES.stations });
  await watching.page.getByText('All commands to devices are stopped: Firmware goes mad').waitFor();

  await admin.page.getByRole('button', { name: 'Let commands go on' }).click();
  await field(admin.page, 'Reason').fill('Fixed');
  await dialog.getByRole('button', { name: 'Let commands go on' }).click();
  await admin.page.getByText('Another administrator has to approve it.').waitFor();
  expect(await admin.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);

  const approving = await openAs(stage, second, { path, width: 360, height: 800, dark: true });
  await approving.page.getByText(/"reason":"Fixed"/).waitFor();
  expect(await axeViolations(approving.page)).toEqual([]);
  const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await approving.page.evaluate(wider)).toBe(0);
  await approving.page.getByRole('button', { name: 'Approve' }).click();
  await approving.page.getByText('Commands are sent.').waitFor();
  await watching.page
    .getByText('All commands to devices are stopped: Firmware goes mad')
    .waitFor({ state: 'detached' });
  for (const { errors, context } of [admin, watching, approving]) {
    // The browser itself tells of each answer that is a refusal.
    expect(errors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
    await context.close();
  }
});
