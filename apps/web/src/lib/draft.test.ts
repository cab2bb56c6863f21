import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { mintAccount, mintSession } from '../test/mint.ts';
import { useDraft } from './draft.ts';
import { SessionProvider } from './session/session-context.tsx';
import { createSessionStore } from './session/session-store.ts';

beforeEach(() => sessionStorage.clear());

/** A form of whoever has this id; without one, of nobody who is signed in. */
function form<T>(key: string, initial: T, id?: number) {
  const store = createSessionStore({ lasting: localStorage });
  store.set(id === undefined ? undefined : mintSession({ account: mintAccount('owner', { id }) }), true);
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(SessionProvider, { store, children });
  return { store, ...renderHook(() => useDraft(key, initial), { wrapper }) };
}

test('what is typed survives a reload until it is sent', () => {
  const first = form('station', { name: '' });
  act(() => first.result.current[1]({ name: 'Roof' }));
  first.unmount();
  const second = form('station', { name: '' });
  expect(second.result.current[0]).toEqual({ name: 'Roof' });
  second.result.current[2]();
  expect(form('station', { name: '' }).result.current[0]).toEqual({ name: '' });
});

test('a draft that cannot be read is no draft', () => {
  sessionStorage.setItem('sunfleet.draft.nobody.broken', '{');
  expect(form('broken', 3).result.current[0]).toBe(3);
});

test('another account at the same tab does not see it, and whose it is finds it again', () => {
  const first = form('device-edit.5', '', 1);
  act(() => first.result.current[1]('Secret shed'));
  first.unmount();
  expect(form('device-edit.5', '', 2).result.current[0]).toBe('');
  expect(form('device-edit.5', '').result.current[0]).toBe('');
  expect(form('device-edit.5', '', 1).result.current[0]).toBe('Secret shed');
});

test('whoever signs in by a form forgets the draft of it', () => {
  const login = form('login.account', '');
  act(() => login.result.current[1]('somebody@example.test'));
  act(() => login.store.set(mintSession(), true));
  login.result.current[2]();
  expect(Object.keys(sessionStorage).filter((name) => name.includes('draft'))).toEqual([]);
});
