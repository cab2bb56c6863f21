import { stationAddress } from '@sunfleet/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { mintFigures, mintKpis } from '../../../parts/kpis/mint-kpis.ts';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The pages are loaded here, because the first test would time out waiting for them.
import '../detail/detail-layout.tsx';
import './kpis-tab.tsx';

const at = stationAddress(5, 'kpis');
const known = mintFigures({ performanceRatio: 0.86, finalYield: 440, timeAvailability: 0.993 });
const answers = {
  getStation: mintStationDetail(),
  stationKpis: mintKpis(known),
  stationInverterKpis: [
    { ...known, deviceId: 1, name: 'Roof 1' },
    { ...mintFigures({ performanceRatio: 0.7 }), deviceId: 2, name: 'Roof 2' },
  ],
};

test('each key figure tells its days and what it is made of, or why it is not known', async () => {
  await renderPage(routes, { at, answers });
  const ratio = (await screen.findByText('Performance ratio', { selector: 'summary span' })).closest(
    'details',
  )!;
  expect(ratio.textContent).toMatch(/86\.0\s?%/);
  expect(ratio.textContent).toContain('Known days: 28 of 30');
  await userEvent.click(within(ratio).getByText('Performance ratio'));
  const parts = within(ratio).getByText('Nameplate power in that light').closest('div')!;
  expect(parts.textContent).toMatch(/5\sMWh/);
  const hours = screen.getByText('Availability by time', { selector: 'summary span' }).closest('details')!;
  expect(hours.textContent).toMatch(/Waiting for the grid \(left out\)1\.00\sh/);
  expect(hours.textContent).toMatch(/No state told \(left out\)7\.00\sh/);
  const efficiency = screen
    .getByText('Inverter efficiency', { selector: 'summary span' })
    .closest('details')!;
  expect(efficiency.textContent).toContain('No sensor that is believed measures light');
  await expectAccessible();
});

test('inverters stand side by side, and a station without a day that is over says so alone', async () => {
  const { unmount } = await renderPage(routes, { at, answers });
  const table = await screen.findByRole('table', { name: 'Inverters' });
  expect(within(table).getByRole('row', { name: /Roof 2/ }).textContent).toMatch(/70\.0\s?%/);
  const nothing = mintFigures({}, 'noDays');
  const stationKpis = mintKpis({ ...nothing, sums: { ...nothing.sums, days: 0 } });
  unmount();
  const stationInverterKpis = [1, 2].map((deviceId) => ({ ...nothing, deviceId, name: `Roof ${deviceId}` }));
  await renderPage(routes, { at, answers: { ...answers, stationKpis, stationInverterKpis } });
  expect(await screen.findByText('No key figures yet')).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'Inverters' })).toBeNull();
});
