import { ADDRESSES, ownStationAddress, type StationWeather } from '@sunfleet/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storedPreferences } from '../../../lib/settings/preferences.ts';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { mintForecast, mintWeather } from '../../../test/mint-weather.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The pages are loaded here, because the first test would time out waiting for them.
import '../detail/overview-tab.tsx';
import '../own/own-station-page.tsx';

const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ');

async function weatherOn(at: string, stationWeather: StationWeather) {
  await renderPage(routes, { at, answers: { getStation: mintStationDetail(), stationWeather } });
  const card = await screen.findByRole('region', { name: 'Weather' });
  await within(card).findByText(/^(?:This server has|Forecast by|Town sky does)/);
  return within(card);
}
const onDetail = (weather: StationWeather) => weatherOn(`${ADDRESSES.station}/overview?id=5`, weather);

const before = storedPreferences.get();
beforeEach(() => storedPreferences.set({ ...before, temperatureUnit: 'celsius' }));
afterEach(() => storedPreferences.set(before));

test('a forecast is told by day with its source, its age and the share of a clear day', async () => {
  const card = await onDetail(mintForecast());
  expect(card.getByText('21.4')).toBeTruthy();
  expect(card.getAllByText('Town sky, this hour').length).toBeGreaterThan(0);
  const [today, tomorrow] = card.getAllByRole('listitem').map((item) => plain(item.textContent));
  expect(today).toMatch(/^TodayRain12 °C to 24 °C4.1 kWh\/m², 50% of a clear daySunrise 6:45 AM/);
  expect(tomorrow).toMatch(/^MondayRain/);
  expect(plain(card.getByText('Forecast by Town sky').parentElement!.textContent)).toContain('20 min');
  expect(card.getByText('© Town sky')).toBeTruthy();
});

test('temperatures are read in the unit of the account', async () => {
  storedPreferences.set({ ...before, temperatureUnit: 'fahrenheit' });
  const card = await onDetail(mintForecast());
  expect(plain(card.getByText('70.5').textContent)).toBe('70.5 °F');
  expect(plain(card.getAllByRole('listitem')[0]!.textContent)).toContain('54 °F to 76 °F');
});

test('without a service the card says what is missing, and that the light is of a clear sky', async () => {
  const card = await onDetail(mintWeather());
  expect(card.getByText('Of a clear sky, not measured')).toBeTruthy();
  expect(card.getAllByText(/^No sensor of this station measures it, and this server has no/).length).toBe(4);
  expect(plain(card.getAllByRole('listitem')[0]!.textContent)).toContain(
    'Up to 8.2 kWh/m² under a clear sky',
  );
  expect(card.getByText(/^This server has no weather service, so there is no forecast/)).toBeTruthy();
  await expectAccessible();
});

test('a service that does not answer is named', async () => {
  const card = await onDetail(mintWeather({ service: { name: 'Town sky', credit: '', askedAt: null } }));
  expect(card.getByText(/^Town sky does not answer now\./)).toBeTruthy();
});

test('an owner reads the weather in plain words', async () => {
  const card = await weatherOn(ownStationAddress(5), mintForecast());
  expect(plain(card.getByText(/21\s°C · Rain/).textContent)).toBe('21 °C · Rain');
  const [today, tomorrow] = card.getAllByRole('listitem').map((item) => plain(item.textContent));
  expect(today).toBe(
    'TodayRain · 12 °C to 24 °CAbout 50% of the light of a cloudless daySunrise 6:45 AM · Sunset 9:48 PM',
  );
  expect(tomorrow).toBe('MondayRain · 12 °C to 24 °CAbout 50% of the light of a cloudless day');
  await expectAccessible();
});
