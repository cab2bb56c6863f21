import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedAlarmSound } from '../lib/alarm-sound.ts';
import { mintAlarm } from '../test/mint.ts';
import { renderPage } from '../test/render-page.tsx';
import { Attention } from './attention.tsx';

let tones: number[] = [];

class Connected {
  connect = (to: unknown) => to;
}
beforeEach(() => {
  tones = [];
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running';
      currentTime = 0;
      destination = {};
      resume = () => Promise.resolve();
    },
  );
  vi.stubGlobal(
    'OscillatorNode',
    class extends Connected {
      start = (at: number) => tones.push(at);
      stop = () => undefined;
    },
  );
  vi.stubGlobal(
    'GainNode',
    class extends Connected {
      gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  storedAlarmSound.set(false);
});

const pageOf = (...rows: ReturnType<typeof mintAlarm>[]) => ({
  total: rows.length,
  page: 1,
  pageSize: 20,
  rows,
  counts: { tip: 0, general: 0, emergency: rows.length },
  more: { total: false, counts: false },
});

/** The page with one emergency, to which another one comes. */
async function comes(next: ReturnType<typeof mintAlarm>) {
  const first = mintAlarm({ id: 1, beganAt: 2_000_000 });
  let rows = [first];
  const { queryClient } = await renderPage(<Attention />, { answers: { listAlarms: () => pageOf(...rows) } });
  await vi.waitFor(() => expect(document.title).toContain('1'));
  expect(tones).toEqual([]);
  rows = [first, next];
  await act(() => queryClient.invalidateQueries());
  await vi.waitFor(() => expect(document.title).toContain('2'));
}

test('an emergency that came after the page was opened is heard, also where it began before the others', async () => {
  storedAlarmSound.set(true);
  await comes(mintAlarm({ id: 2, beganAt: 1_000_000 }));
  await vi.waitFor(() => expect(tones).toHaveLength(3));
});

test('nothing is heard where nobody asked for it, and of what somebody has seen', async () => {
  await comes(mintAlarm({ id: 2 }));
  storedAlarmSound.set(true);
  await comes(mintAlarm({ id: 2, handling: 'confirmed' }));
  expect(tones).toEqual([]);
});
