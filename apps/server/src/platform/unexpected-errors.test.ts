import { expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { createUnexpectedErrors } from './unexpected-errors.ts';

function scene() {
  let time = 0;
  const log = createLog('silent');
  const written = vi.spyOn(log, 'error');
  const end = vi.fn<() => void>();
  const errors = createUnexpectedErrors(log, end, () => time);
  return { errors, written, end, later: (milliseconds: number) => void (time += milliseconds) };
}

test('an error ends a server that is starting, and none that is up', () => {
  const { errors, end } = scene();
  errors.heard(new Error('too early'));
  expect(end).toHaveBeenCalledOnce();
  errors.started();
  errors.heard(new Error('a socket broke'));
  expect(end).toHaveBeenCalledOnce();
});

test('the same error again and again is one line a minute with the count', () => {
  const { errors, written, later } = scene();
  errors.started();
  for (let n = 0; n < 100; n += 1) errors.heard(new Error('same'));
  errors.heard(new Error('other'));
  errors.heard(new Error('same'));
  expect(written).toHaveBeenCalledTimes(3);
  errors.heard(new Error('same'));
  later(60_000);
  errors.heard(new Error('same'));
  expect(written).toHaveBeenCalledTimes(4);
  expect(written.mock.lastCall?.[0]).toMatchObject({ sameBefore: 1 });
});

test('the health report speaks of it for ten minutes', async () => {
  const { errors, later } = scene();
  expect(errors.health.check()).toMatchObject({ state: 'ok', detail: { unexpectedErrors: 0 } });
  errors.heard(new Error('once'));
  expect(errors.health.check()).toMatchObject({ state: 'degraded', detail: { unexpectedErrors: 1 } });
  later(10 * 60_000);
  expect(errors.health.check()).toMatchObject({ state: 'ok', detail: { unexpectedErrors: 1 } });
});
