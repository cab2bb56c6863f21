import { afterEach, expect, test, vi } from 'vitest';
import { reloadOnce } from './reload-once.ts';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('the page is loaded again once, and later again', () => {
  const page = { reload: vi.fn<() => void>() };
  expect(reloadOnce(page, 1_000_000)).toBe(true);
  expect(reloadOnce(page, 1_029_999)).toBe(false);
  expect(page.reload).toHaveBeenCalledTimes(1);
  expect(reloadOnce(page, 1_030_000)).toBe(true);
  expect(page.reload).toHaveBeenCalledTimes(2);
});

test('where nothing can be noted, the page is not loaded again without end', () => {
  const page = { reload: vi.fn<() => void>() };
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  expect(reloadOnce(page, 1_000_000)).toBe(false);
  expect(page.reload).not.toHaveBeenCalled();
});
