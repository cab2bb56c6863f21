import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createBodyIntake } from './body-intake.ts';

test('packed bodies of devices that nobody owns wait for those of their site, whatever networks it makes, and those of a key for its organisation', async () => {
  const intake = createBodyIntake();
  const app = fastify();
  onTestFinished(() => app.close());
  app.get('/:key', async (request, reply) => {
    const { key } = request.params as { key: string };
    const sender = key === 'none' ? { deviceId: Number(request.id.slice(4)) } : { organisationCode: key };
    return { turn: intake.admit(sender, { request, reply }).turn };
  });
  const turnOf = async (remoteAddress: string, key = 'none') => {
    const { turn } = (await app.inject({ url: `/${key}`, remoteAddress })).json<{ turn: string }>();
    return turn;
  };
  const one = await turnOf('2001:db8:77:1::1');
  expect(await turnOf('2001:db8:77:2::1')).toBe(one);
  expect(await turnOf('2001:db8:78::1')).not.toBe(one);
  expect(await turnOf('2001:db8:77:1::1', 'ORG')).toBe('ORG');
});
