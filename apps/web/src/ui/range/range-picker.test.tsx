import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { RangeChoice } from '../../lib/time/range.ts';
import { addDays, isoDayAt } from '../../lib/time/zone.ts';
import { renderPage } from '../../test/render-page.tsx';
import { violations } from '../../test/violations.ts';
import { RangePicker } from './range-picker.tsx';

const ZONE = 'Asia/Tokyo';
const today = () => isoDayAt(Date.now(), ZONE);

function Probe({ initial }: { initial: RangeChoice }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <RangePicker value={value} onChange={setValue} zone={ZONE} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

const chosen = () => JSON.parse(screen.getByRole('status').textContent) as RangeChoice;

test('steps to the days before and back, but not into the future', async () => {
  const { user } = await renderPage(<Probe initial="days7" />);
  const later = () => screen.getByRole('button', { name: 'Later' });
  expect(later()).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Earlier' }));
  expect(chosen()).toEqual({ from: addDays(today(), -13), to: addDays(today(), -7) });
  expect(later()).toHaveProperty('disabled', false);
});

test('own days begin as the range that was shown', async () => {
  const { user } = await renderPage(<Probe initial="yesterday" />);
  await user.click(screen.getByRole('combobox', { name: 'Time range' }));
  await user.click(await screen.findByTitle('Custom'));
  expect(chosen()).toEqual({ from: addDays(today(), -1), to: addDays(today(), -1) });
  expect(screen.getByLabelText('First day')).toBeDefined();
  expect(screen.getByLabelText('Last day')).toBeDefined();
});

test('names the zone of the station', async () => {
  const { container } = await renderPage(<Probe initial="today" />);
  expect(screen.getByText('Times in Asia/Tokyo (UTC+9)')).toBeDefined();
  expect(await violations(container)).toEqual([]);
});
