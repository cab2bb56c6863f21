import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDraft } from './draft.ts';

test('what is typed survives a reload until it is sent', () => {
  const first = renderHook(() => useDraft('station', { name: '' }));
  act(() => first.result.current[1]({ name: 'Roof' }));
  first.unmount();
  const second = renderHook(() => useDraft('station', { name: '' }));
  expect(second.result.current[0]).toEqual({ name: 'Roof' });
  second.result.current[2]();
  expect(renderHook(() => useDraft('station', { name: '' })).result.current[0]).toEqual({ name: '' });
});

test('a draft that cannot be read is no draft', () => {
  sessionStorage.setItem('sunfleet.draft.broken', '{');
  expect(renderHook(() => useDraft('broken', 3)).result.current[0]).toBe(3);
});
