import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFormat } from '../../lib/format/use-format.ts';
import { renderPage } from '../../test/render-page.tsx';
import { Figure } from './figure.tsx';

function Power({
  watts,
  ...rest
}: {
  watts: number | null;
  time?: number;
  reason?: string;
  source?: 'meter';
}) {
  return <Figure label="Power" value={useFormat().powerParts(watts)} {...rest} />;
}

test('shows value, unit and source; a fresh value needs no age', async () => {
  const { container } = await renderPage(<Power watts={12_340} time={Date.now() - 60_000} source="meter" />);
  expect(container.textContent).toBe('Power12.3 kWfrom the meter');
});

test('says how old a value is that is not fresh', async () => {
  await renderPage(<Power watts={5} time={Date.now() - 2.5 * 3_600_000} />);
  expect(screen.getByText('as of 2 hr. ago').getAttribute('dateTime')).toMatch(/Z$/);
});

test('what is not known is a dash with its reason, never zero', async () => {
  const { container } = await renderPage(<Power watts={null} reason="No meter at the grid" />);
  expect(container.textContent).toContain('–');
  expect(container.textContent).not.toContain('0');
  expect(screen.getAllByText('No meter at the grid').length).toBeGreaterThan(0);
});

test('words may take several lines, a number stays beside its unit', async () => {
  const { container } = await renderPage(
    <>
      <Figure label="Run mode" value={{ value: 'Waiting for the grid', unit: '' }} size="medium" />
      <Power watts={12_340} />
    </>,
  );
  const marks = [...container.querySelectorAll('[data-words]')].map((figure) => [
    figure.textContent,
    figure.getAttribute('data-words'),
  ]);
  expect(marks).toEqual([
    ['Waiting for the grid', 'true'],
    ['12.3 kW', 'false'],
  ]);
});
