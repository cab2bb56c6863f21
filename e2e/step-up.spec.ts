import { afterAll, expect, test } from 'vitest';
import { openAccount, signIn } from './harness/accounts.ts';
import { field, openPage } from './harness/browser.ts';
import { runSql } from './harness/database.ts';
import { personNamed, registerPerson } from './harness/people.ts';
import { openStage } from './harness/stage.ts';

/** What a browser left open does not give away: a key asks again who somebody is. */

const { server, browser, close } = await openStage();
afterAll(close);

test('a key that is made long after the login asks who somebody is, over the form, and loses nothing of it', async () => {
  const person = await registerPerson(server, personNamed('Irene Prado'));
  const { page, context, errors } = await openPage(browser);
  await signIn(page, server.url, person);
  await runSql(server, "UPDATE sessions SET proven_at = proven_at - interval '11 minutes'");
  await openAccount(page, server.url, 'keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await field(page, 'Name of the key').fill('Evaluation');
  await page.getByRole('button', { name: 'Create key' }).last().click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Confirm that it is you' });
  await dialog.waitFor();

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await field(page, 'Name of the key').inputValue()).toBe('Evaluation');

  await page.getByRole('button', { name: 'Create key' }).last().click();
  await dialog.getByLabel('Current password').fill('Wrong-Horse-1');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Current password').fill(person.password);
  await page.keyboard.press('Enter');
  await page.getByText('Copy the key now. It is shown only this once.').waitFor();
  // The browser itself tells of each answer that is a refusal.
  expect(errors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  await context.close();
});
