import type { GridComponentOption } from 'echarts';
import { expect, test } from 'vitest';
import { mintLook } from '../../test/chart-look.ts';
import { textWidth } from './text-width.ts';
import { timeOption } from './time-option.ts';

const WORDS = ['Standby', 'Waiting for the grid', 'Checking', 'Running'];

test('the words of all states at an axis have room, also of those that never were', () => {
  const { grid } = timeOption(mintLook(), {
    panels: [
      {
        height: 150,
        whole: true,
        curves: [
          {
            name: 'Run mode',
            tone: 'series-1',
            unit: '',
            draw: 'step',
            times: [0, 1000],
            values: [0, 3],
            text: (value) => WORDS[value]!,
          },
        ],
      },
    ],
    from: 0,
    to: 2000,
    zone: 'UTC',
  });
  const [{ left }] = grid as [GridComponentOption & { left: number }];
  expect(left).toBeGreaterThan(textWidth('Waiting for the grid'));
});

test('what is drawn below zero has room for its minus', () => {
  const leftOf = (draw: 'below' | 'stack') => {
    const { grid } = timeOption(mintLook(), {
      panels: [
        {
          height: 150,
          curves: [{ name: 'Export', tone: 'export', unit: 'W', draw, times: [0], values: [9000] }],
        },
      ],
      from: 0,
      to: 2000,
      zone: 'UTC',
    });
    return (grid as { left: number }[])[0]!.left;
  };
  expect(leftOf('below')).toBeGreaterThan(leftOf('stack'));
});

test('a low panel has few marks, and room for the last of them', () => {
  const { grid } = timeOption(mintLook(), {
    panels: [
      {
        height: 150,
        curves: [{ name: 'Power', tone: 'pv', unit: 'W', draw: 'line', times: [0], values: [1] }],
      },
      {
        height: 60,
        curves: [
          { name: 'Light', tone: 'irradiance', unit: 'W/m²', draw: 'line', times: [0], values: [660] },
        ],
      },
    ],
    from: 0,
    to: 2000,
    zone: 'UTC',
  });
  // 0, 500 and 1,000 instead of 0 to 700.
  expect((grid as { left: number }[])[0]!.left).toBeGreaterThan(textWidth('1,000 W/m²'));
});
