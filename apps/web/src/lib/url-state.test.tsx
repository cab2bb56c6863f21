import { act, renderHook } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { RouterContext, useRouter } from './router-context.ts';
import {
  choiceField,
  choicesField,
  flagField,
  integerField,
  textField,
  textsField,
  useUrlState,
} from './url-state.ts';

const FIELDS = {
  q: textField(),
  page: integerField(1),
  stationId: integerField(undefined),
  view: choiceField(['list', 'map'], 'list'),
  status: choicesField(['offline', 'alarm']),
  points: textsField(),
  open: flagField(),
};

function renderState(address: string) {
  const wrapper = ({ children }: { children: ReactNode }) => {
    const [router] = useState(() =>
      createMemoryRouter([{ path: '*', element: children }], { initialEntries: [address] }),
    );
    return (
      <RouterContext value={router}>
        <RouterProvider router={router} />
      </RouterContext>
    );
  };
  const hook = () => ({ state: useUrlState(FIELDS), search: useLocation().search, router: useRouter() });
  return renderHook(hook, { wrapper });
}

test('reads a state from the address and drops what does not fit', () => {
  const address = '/x?q=sol&page=3&stationId=12&view=globe&status=alarm,burning&points=a,b&open=1';
  expect(renderState(address).result.current.state[0]).toEqual({
    q: 'sol',
    page: 3,
    stationId: 12,
    view: 'list',
    status: ['alarm'],
    points: ['a', 'b'],
    open: true,
  });
});

test('an empty address is the state of the fallbacks', () => {
  expect(renderState('/x?page=-1').result.current.state[0]).toEqual({
    q: '',
    page: 1,
    stationId: undefined,
    view: 'list',
    status: [],
    points: [],
    open: false,
  });
});

test('writes what differs from the fallback and keeps what is not its own', () => {
  const { result } = renderState('/x?id=5&page=2');
  act(() => result.current.state[1]({ page: 1, status: ['offline', 'alarm'], view: 'map' }));
  expect(result.current.search).toBe('?id=5&status=offline%2Calarm&view=map');
  expect(result.current.state[0]).toMatchObject({ page: 1, status: ['offline', 'alarm'], view: 'map' });
});

test('a change that comes before the last one is drawn keeps it', () => {
  const { result } = renderState('/x?page=2');
  const [, set] = result.current.state;
  act(() => {
    set({ q: 'sol' });
    set({ status: ['offline'], page: 1 });
  });
  expect(result.current.search).toBe('?q=sol&status=offline');
});

test('a change of a page that is being left does not call it back', () => {
  const { result } = renderState('/x?page=2');
  const { router, state } = result.current;
  act(() => {
    void router.navigate('/y?page=5');
    state[1]({ q: 'sol' });
  });
  expect(router.state.location).toMatchObject({ pathname: '/y', search: '?page=5' });
});
