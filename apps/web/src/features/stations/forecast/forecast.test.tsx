import { ADDRESSES, ownStationAddress, type StationForecast } from '@sunfleet/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
import { forecastCurves } from './forecast-curves.ts';
// The page is loaded here, because the first test would time out waiting for it.
import '../own/own-station-page.tsx';

const NOON = Date.UTC(2026, 5, 21, 10);
const HALF_HOUR = 1_800_000;
type Day = NonNullable<StationForecast['today']>;

const day = (changes: Partial<Day> = {}): Day => ({
  day: '2026-06-21',
  madeAt: NOON - 16 * 2 * HALF_HOUR,
  source: 'persistence',
  isOwnRange: true,
  times: [NOON, NOON + HALF_HOUR],
  p10: [1000, 900],
  p50: [2000, 1800],
  p90: [3000, 2700],
  energy: 12.5,
  surplus: [{ from: NOON - HALF_HOUR, to: NOON + 6 * HALF_HOUR }],
  selfUse: null,
  ...changes,
});
const forecast = (changes: Partial<StationForecast> = {}): StationForecast => ({
  timeZone: 'Europe/Madrid',
  today: day(),
  tomorrow: day({ day: '2026-06-22', energy: 31.2, surplus: [] }),
  battery: null,
  skill: { days: 12, dayAhead: 0.184, hourAhead: 0.3 },
  ...changes,
});

const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ');

async function outlookOf(stationForecast: StationForecast) {
  await renderPage(
    routes.filter(({ path }) => path === ADDRESSES.ownStation),
    { at: ownStationAddress(5), answers: { getStation: mintStationDetail(), stationForecast } },
  );
  return within(await screen.findByRole('region', { name: 'Outlook' }));
}

test('an owner reads what the roof will make and when the car can charge', async () => {
  const card = await outlookOf(forecast());
  expect(card.getAllByRole('listitem').map((item) => plain(item.textContent))).toEqual([
    'For the rest of today the roof makes about 12.5 kWh more.',
    'Today there is sun to spare from 11:30 AM – 3:00 PM: the car can charge or the washing machine run then.',
    'Tomorrow the roof makes about 31.2 kWh.',
    'Tomorrow the house probably uses all that the roof makes.',
  ]);
  const note = plain(card.getByText(/^Forecast/).textContent);
  expect(note).toContain('In 12 days its error was 18% smaller than that of the curve of the day before.');
});

test('a battery says when it is full and empty, and the house what it uses', async () => {
  const card = await outlookOf(
    forecast({
      today: day({ surplus: [], selfUse: 7.5 }),
      tomorrow: day({ times: [NOON + 28 * HALF_HOUR], energy: 31.2, surplus: [], selfUse: 20 }),
      battery: { fullAt: NOON + 50 * HALF_HOUR, emptyAt: NOON + 20 * HALF_HOUR },
    }),
  );
  const lines = card.getAllByRole('listitem').map((item) => plain(item.textContent));
  expect(lines).toContain('The house uses about 7.5 kWh of it.');
  expect(lines.slice(-2)).toEqual([
    'The battery is probably empty at 10:00 PM.',
    'Tomorrow the battery is probably full at 1:00 PM.',
  ]);
});

test('what is not known is said: no meter, no measured day', async () => {
  const card = await outlookOf(
    forecast({
      today: null,
      tomorrow: day({ surplus: null, isOwnRange: false, source: 'weather' }),
      skill: { days: 0, dayAhead: null, hourAhead: null },
    }),
  );
  expect(card.getByText(/^When there is sun to spare is not known/)).toBeTruthy();
  expect(plain(card.getByText(/^Forecast/).textContent)).toMatch(
    /light of the weather service.*not known yet.*usual one/,
  );
});

test('a forecast is drawn as its range and its middle, half an hour at a time; none where nothing is to come', () => {
  const names = { forecast: 'Forecast', forecastBand: 'Range' };
  const [band, line] = forecastCurves(day(), names);
  expect(band).toMatchObject({ draw: 'band', values: [3000, 2700], low: [1000, 900] });
  expect(line).toMatchObject({
    values: [2000, 1800],
    dashed: true,
    times: [NOON + HALF_HOUR / 2, NOON + 1.5 * HALF_HOUR],
  });
  expect(forecastCurves(null, names)).toEqual([]);
  expect(forecastCurves(day({ p90: [0, 0] }), names)).toEqual([]);
});
