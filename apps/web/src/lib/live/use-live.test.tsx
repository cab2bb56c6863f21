import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { LiveConnection, LiveState } from './live-connection.ts';
import { LiveProvider } from './live-context.tsx';
import { useLive, useLiveState } from './use-live.ts';

/** A connection that keeps what is asked of it. */
function fakeLive() {
  const listeners = new Set<() => void>();
  const asked: string[] = [];
  let state: LiveState = 'off';
  const live: LiveConnection = {
    subscribe: (subscription) => {
      const key = JSON.stringify(subscription);
      asked.push(`+${key}`);
      return () => void asked.push(`-${key}`);
    },
    setVisible: vi.fn<LiveConnection['setVisible']>(),
    retry: vi.fn<() => void>(),
    getState: () => state,
    onState: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: vi.fn<() => void>(),
  };
  const turn = (next: LiveState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return { live, asked, turn };
}

function Page({ stations }: { stations: number[] }) {
  useLive({ stations });
  return <p>{useLiveState()}</p>;
}

const tree = (live: LiveConnection, stations: number[]) => (
  <LiveProvider live={live}>
    <Page stations={stations} />
  </LiveProvider>
);

test('asks for what is shown, again only when that changes, and no more when the page is left', () => {
  const { live, asked } = fakeLive();
  const { rerender, unmount } = render(tree(live, [1, 2]));
  rerender(tree(live, [1, 2]));
  expect(asked).toEqual(['+{"stations":[1,2],"devices":[]}']);
  rerender(tree(live, [3]));
  expect(asked.slice(1)).toEqual(['-{"stations":[1,2],"devices":[]}', '+{"stations":[3],"devices":[]}']);
  unmount();
  expect(asked.at(-1)).toBe('-{"stations":[3],"devices":[]}');
  expect(live.close).toHaveBeenCalledOnce();
});

test('a page that shows nothing yet asks for nothing', () => {
  const { live, asked } = fakeLive();
  render(tree(live, []));
  expect(asked).toEqual([]);
});

test('tells the state of the stream, and the stream whether the page is seen', () => {
  const { live, turn } = fakeLive();
  render(tree(live, [1]));
  expect(screen.getByText('off')).toBeDefined();
  act(() => turn('open'));
  expect(screen.getByText('open')).toBeDefined();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(live.setVisible).toHaveBeenLastCalledWith(true);
});
