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
