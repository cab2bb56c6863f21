import type { Call } from '@sunfleet/api-client';
import { deviceAddress } from '@sunfleet/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser } from './harness/browser.ts';
import { callAs, openAs, type Person, registerPerson } from './harness/people.ts';
import { ADMIN, type RunningServer, startServer } from './harness/server.ts';
import { connectStick } from './harness/stick.ts';

/** A stick at a station, and somebody elsewhere who has read its serial number off a photograph. */

const SERIAL = 2_900_777_001;
const INVERTER = 'JRNSTICK01';
const INVENTED = 'JRNTHIEF01';
/** Another network than 127.0.0.0/24, on this machine all the same. */
const ELSEWHERE = '127.0.5.1';

let server: RunningServer;
let browser: Browser;
let owner: Person;
let call: Call;
let loggerId: number;
let stationId: number;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  owner = await registerPerson(server, 'Sven Stick');
  call = await callAs(server, owner);
  const body = {
    name: 'Stick house',
    type: 'residential',
    capacityKw: 10,
    latitude: 48,
    longitude: 11,
  } as const;
  ({ id: stationId } = await call('createStation', { body }));
  const added = await call('addDevice', {
    params: { id: stationId },
    body: { sn: String(SERIAL), kind: 'logger' },
  });
  loggerId = added.device.id;
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('an owner accepts what hangs on the stick and confirms its connection; a thief of the serial number gets nothing and is shown', async () => {
  const stick = await connectStick(server, SERIAL);
  stick.push(INVERTER, 2600);
  await expect
    .poll(() => call('listDiscoveredDevices', { params: { id: loggerId } }))
    .toMatchObject([{ sn: INVERTER }]);

  const { page, context, errors } = await openAs({ server, browser }, owner, {
    path: deviceAddress(loggerId),
  });
  await page.getByRole('button', { name: `Accept: ${INVERTER}` }).click();
  await page.getByRole('button', { name: `Accept: ${INVERTER}` }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Confirm connection' }).click();
  await page.getByText('The connection is trusted.').waitFor();
  const powerOf = async () => {
    const { rows } = await call('listDevices', { query: { stationId } });
    return rows.find(({ sn }) => sn === INVERTER)?.live.power;
  };
  await expect
    .poll(async () => {
      stick.push(INVERTER, 2600);
      return powerOf();
    })
    .toBeCloseTo(2600, -1);

  const thief = await connectStick(server, SERIAL, ELSEWHERE);
  thief.push(INVENTED, 9_000_000);
  await expect
    .poll(() => call('getDeviceConnection', { params: { id: loggerId } }))
    .toMatchObject({ doubt: 'otherNetwork', network: '127.0.5.0/24', trustedNetwork: '127.0.0.0/24' });
  await expect
    .poll(async () =>
      (await call('listAlarms', { query: { deviceId: loggerId } })).rows.map(({ type }) => type),
    )
    .toEqual(['doubtedLogger']);
  const { rows: messages } = await (await callAs(server, ADMIN))('listOutbox', { query: { q: owner.email } });
  expect(messages.filter(({ text }) => text.includes(String(SERIAL)))).toHaveLength(1);
  expect((await call('listDevices', { query: { stationId } })).rows.map(({ sn }) => sn).toSorted()).toEqual(
    [INVERTER, String(SERIAL)].toSorted(),
  );

  await page.reload();
  await page.getByText('The logger came from another network than before.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: `Decline: ${INVENTED}` }).click();
  await page.getByText('declined').waitFor();
  expect(errors).toEqual([]);
  await context.close();
  thief.end();
  stick.end();
});
