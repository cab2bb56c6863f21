import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../test/render-page.tsx';
import { violations } from '../../test/violations.ts';
import { Chart } from './chart.tsx';

const TABLE = {
  columns: ['Time', 'PV (kW)'],
  rows: [
    ['10:00', 1.25],
    ['10:05', null],
  ] as [string, number | null][],
};

const open = (empty = false) =>
  renderPage(
    <Chart
      title="Today"
      summary="12 kWh, peak 1.25 kW at 10:00"
      file="Barn 2026"
      option={() => ({})}
      tip={() => ({ head: '', rows: [] })}
      height={200}
      table={() => TABLE}
      empty={empty}
    />,
  );

test('says in words what it shows', async () => {
  const { container } = await open();
  const picture = screen.getByRole('img', { name: 'Today' });
  expect(document.getElementById(picture.getAttribute('aria-describedby')!)!.textContent).toBe(
    '12 kWh, peak 1.25 kW at 10:00',
  );
  expect(await violations(container)).toEqual([]);
});

test('shows the same data as a table, with gaps as gaps', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Chart actions' }));
  await user.click(await screen.findByText('As a table'));
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Time', 'PV (kW)']);
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    '10:00',
    '1.25',
    '10:05',
    '–',
  ]);
  expect(screen.queryByRole('img', { name: 'Today' })).toBeNull();
});

test('its file has a name without spaces', async () => {
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Chart actions' }));
  await user.click(await screen.findByText('Download CSV'));
  click.mockRestore();
  expect(names).toEqual(['Barn_2026.csv']);
});

test('says when there is nothing to draw, and no figures of it', async () => {
  await open(true);
  expect(screen.getByText('No data in this range')).toBeDefined();
  expect(screen.queryByText(/12 kWh/)).toBeNull();
});
