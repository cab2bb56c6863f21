import { expect, test, vi } from 'vitest';
import { createStored } from './stored.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
let count = 0;
const freshKey = () => `stored.test.${(count += 1)}`;

test('keeps a value over reloads and tells those who follow', () => {
  const key = freshKey();
  const stored = createStored({ key, parse: text, fallback: 'none' });
  const listener = vi.fn<() => void>();
  stored.subscribe(listener);
  expect(stored.get()).toBe('none');
  stored.set('compact');
  expect(listener).toHaveBeenCalledOnce();
  expect(createStored({ key, parse: text, fallback: 'none' }).get()).toBe('compact');
});

test('what was stored in another shape counts as absent', () => {
  const key = freshKey();
  localStorage.setItem(key, '{"not":"text"}');
  expect(createStored({ key, parse: text, fallback: 'none' }).get()).toBe('none');
  localStorage.setItem(key, 'no json');
  expect(createStored({ key, parse: text, fallback: 'none' }).get()).toBe('none');
});

test('hears of changes made in another tab', () => {
  const key = freshKey();
  const stored = createStored({ key, parse: text, fallback: 'none' });
  stored.subscribe(() => undefined);
  localStorage.setItem(key, '"other"');
  dispatchEvent(new StorageEvent('storage', { key }));
  expect(stored.get()).toBe('other');
});

test('holds the value where storage is refused', () => {
  const refused: Storage = {
    ...localStorage,
    getItem: () => {
      throw new Error('refused');
    },
    setItem: () => {
      throw new Error('refused');
    },
  };
  const stored = createStored({ key: freshKey(), parse: text, fallback: 'none', storage: refused });
  stored.set('here');
  expect(stored.get()).toBe('here');
});
