import { expect, test } from 'vitest';
import { alarmSpan } from './alarm-span.ts';

const at = (time: string) => Date.parse(`2026-06-21T${time}Z`);

test('curves begin two hours before an alarm and end an hour behind it, now at the latest, seven days at most', () => {
  const alarm = { beganAt: at('10:02'), recoveredAt: at('11:00') };
  expect(alarmSpan(alarm, at('18:00'))).toEqual({ from: at('08:00'), to: at('12:00') });
  expect(alarmSpan(alarm, at('11:31'))).toEqual({ from: at('08:00'), to: at('11:35') });
  expect(alarmSpan({ ...alarm, recoveredAt: null }, at('12:00') + 30 * 86_400_000)).toEqual({
    from: at('08:00'),
    to: at('08:00') + 7 * 86_400_000,
  });
});
