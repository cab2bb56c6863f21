import { expect, test } from 'vitest';
import { shapeConnect } from './shape-connect.ts';

const asked = { clientId: 'a', username: 'SF-1', clean: false, keepalive: 60 };
const shaped = (changes: object) => {
  const packet = { ...asked, ...changes };
  shapeConnect(packet);
  return packet;
};

test('a device gets a client id of its own, and no session that outlives the connection', () => {
  expect(shaped({})).toEqual({ clientId: 'SF-1/a', username: 'SF-1', clean: true, keepalive: 60 });
});

test('no device keeps a dead connection for ever, whatever keep-alive it asks for', () => {
  expect(shaped({ keepalive: 0 }).keepalive).toBe(3600);
  expect(shaped({ keepalive: 65_535 }).keepalive).toBe(3600);
});

test('a client id does not take what memory it likes', () => {
  expect(() => shaped({ clientId: 'i'.repeat(257) })).toThrow('clientIdTooLong');
});
