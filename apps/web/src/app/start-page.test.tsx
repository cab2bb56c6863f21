import { ADDRESSES } from '@sunfleet/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { routes as stations } from '../features/stations/routes.tsx';
import { mintAccount, mintSession, mintStationRow } from '../test/mint.ts';
import { renderPage } from '../test/render-page.tsx';
import { StartPage } from './start-page.tsx';

const none = { connecting: 0, offline: 0, partlyOffline: 0, emergency: 0, alarm: 0, standby: 0, normal: 1 };
const settings = {
  language: null,
  appearance: 'system' as const,
  temperatureUnit: 'celsius' as const,
  currency: null,
  fleetClock: 'own' as const,
  weekStart: 1 as const,
  startPage: 'stations' as const,
};

test('the list of stations is read beside the settings, and asks for nothing else then', async () => {
  const row = mintStationRow({ id: 5, name: 'Barn' });
  const { inputs, location } = await renderPage([{ path: '/', Component: StartPage }, ...stations], {
    answers: {
      getSettings: settings,
      listStations: { total: 1, page: 1, pageSize: 20, rows: [row], counts: none },
      listLabels: [],
    },
  });
  await screen.findByText('Barn');
  expect(location()).toBe(ADDRESSES.stations);
  const asked = inputs('listStations').map((input) => JSON.stringify(input));
  expect(new Set(asked).size).toBe(1);
});

test('a personal account begins with its station, a professional one never', async () => {
  const frames = [
    { path: '/', Component: StartPage },
    { path: ADDRESSES.ownStation, element: 'own' },
    { path: ADDRESSES.stations, element: 'list' },
  ];
  const open = (accountType: 'personal' | 'professional') =>
    renderPage(frames, {
      session: mintSession({ account: mintAccount('owner', { accountType }) }),
      answers: {
        getSettings: { ...settings, startPage: 'ownStation' },
        listStations: { total: 0, page: 1, pageSize: 20, rows: [], counts: none },
      },
    });
  const personal = await open('personal');
  await waitFor(() => expect(personal.location()).toBe(ADDRESSES.ownStation));
  personal.unmount();
  const professional = await open('professional');
  await waitFor(() => expect(professional.location()).toBe(ADDRESSES.stations));
});
