import { expect, test } from 'vitest';
import { isUplink, parseTopic, topicOf } from './topics.ts';

test('a topic is taken apart and put together again', () => {
  const topic = 'pv/v1/ACME/SF-1/up/telemetry';
  const parsed = { organisation: 'ACME', sn: 'SF-1', direction: 'up' as const, name: 'telemetry' };
  expect(parseTopic(topic)).toEqual(parsed);
  expect(topicOf(parsed)).toBe(topic);
  expect(parseTopic('pv/v1/+/SF-1/down/#')).toMatchObject({
    organisation: '+',
    direction: 'down',
    name: '#',
  });
});

test.each([
  '',
  'pv/v1/ACME/SF-1/up',
  'pv/v1/ACME/SF-1/up/',
  'pv/v2/ACME/SF-1/up/telemetry',
  'pv/v1//SF-1/up/telemetry',
  'pv/v1/ACME//up/telemetry',
  'pv/v1/ACME/SF-1/side/telemetry',
  '/pv/v1/ACME/SF-1/up/telemetry',
  '$SYS/x',
])('"%s" is none of the device API', (topic) => {
  expect(parseTopic(topic)).toBeUndefined();
});

test('a device publishes four things', () => {
  expect(['telemetry', 'event', 'attributes', 'online', 'answer', 'firmware'].every(isUplink)).toBe(true);
  expect(['telemetry/x', 'cmd', '', 'toString'].some(isUplink)).toBe(false);
});
