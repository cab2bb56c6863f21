import { fireEvent, screen, waitFor } from '@testing-library/react';
import { getInstanceByDom } from 'echarts/core';
import { useMemo, useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../test/render-page.tsx';
import type { TimeDrawing } from './drawing.ts';
import { seenIn } from './follow-zoom.ts';
import { TimeChart } from './time-chart.tsx';

const DAY = 86_400_000;

const drawingOf = (from: number, to: number): TimeDrawing => ({
  panels: [
    {
      height: 200,
      curves: [{ name: 'PV', tone: 'pv', unit: 'W', draw: 'line', times: [from, to - 1], values: [1, 2] }],
    },
  ],
  from,
  to,
  zone: 'UTC',
  brush: true,
});

function DayOrMonth() {
  const [days, setDays] = useState(1);
  const drawing = useMemo(() => drawingOf((30 - days) * DAY, 30 * DAY), [days]);
  return (
    <>
      <button type="button" onClick={() => setDays(30)}>
        month
      </button>
      <TimeChart title="History" summary="" file="history" drawing={drawing} />
    </>
  );
}

test('after a day the whole month is seen, not that day of it', async () => {
  await renderPage(<DayOrMonth />);
  const seen = () => {
    const chart = getInstanceByDom(screen.getByRole('img', { name: 'History' }));
    return chart && seenIn(chart as never);
  };
  await waitFor(() => expect(seen()).toEqual({ from: 29 * DAY, to: 30 * DAY }));
  fireEvent.click(screen.getByText('month'));
  await waitFor(() => expect(seen()).toEqual({ from: 0, to: 30 * DAY }));
});
