import { afterAll, expect, test } from 'vitest';
import { openAccounts, PASSWORD } from '../../../../test/accounts-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { softPasskey } from '../../../../test/soft-authenticator.ts';

const platform = await testPlatform({ SUNFLEET_PUBLIC_URL: 'https://solar.example.test:8443/' });
const { server, call, person } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

test('passkeys belong to the address of the settings, whatever a request says of its own', async () => {
  const me = await person();
  const { data } = await call('/ups/user/passkeys/start', {
    body: { password: PASSWORD },
    bearer: me.token,
    headers: { host: 'other.example.test' },
  });
  expect(data.options.rp.id).toBe('solar.example.test');
  const response = softPasskey().create(data.options, 'https://solar.example.test:8443');
  const body = { ceremonyId: data.ceremonyId, response, name: 'Key' };
  expect((await call('/ups/user/passkeys', { body, bearer: me.token })).code).toBe(200);
});
