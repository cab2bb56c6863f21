import { expect, test } from 'vitest';
import { createScriptClient, signIn } from './script-client.ts';

const url = 'http://node.example/';
const answering =
  (answer: object | string, status = 200): typeof fetch =>
  async () =>
    new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status });

test('a session is opened by password and carried by every call', async () => {
  const asked: [string, unknown][] = [];
  const fetch: typeof globalThis.fetch = async (address, init) => {
    asked.push([String(address), new Headers(init?.headers).get('authorization')]);
    return new Response(JSON.stringify({ code: 200, msg: 'ok', data: { token: 'abc' } }));
  };
  const { call, token } = await signIn({ url, fetch }, { account: 'a', password: 'b' });
  expect(token).toBe('abc');
  await call('listRoles');
  expect(asked).toEqual([
    ['http://node.example/api/ups/user/login', 'Bearer'],
    ['http://node.example/api/ups/role/organization/list', 'Bearer abc'],
  ]);
});

test('an account with a second factor is told what to use', async () => {
  const fetch = answering({ code: 200, msg: 'ok', data: { secondFactor: true, ticket: 'x' } });
  await expect(signIn({ url, fetch }, { account: 'a', password: 'b' })).rejects.toThrow('make an API key');
});

test('a refusal names each field; a server that does not answer is named', async () => {
  const asked = (fetch: typeof globalThis.fetch) => createScriptClient({ url, fetch })('listRoles');
  const fields = [{ path: 'name', message: 'Too long.' }];
  await expect(asked(answering({ code: 400, msg: 'Wrong.', data: null, fields }))).rejects.toThrow(
    'Wrong.\n  name: Too long.',
  );
  await expect(asked(answering('<html>', 502))).rejects.toThrow('502 without words');
  await expect(asked(() => Promise.reject(new TypeError('refused')))).rejects.toThrow(
    `${url} cannot be reached`,
  );
});
