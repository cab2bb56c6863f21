import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { ElevationField } from './elevation-field.tsx';
import { FigureField } from './station-field.tsx';
import { useStationForm } from './use-station-form.ts';

function Form() {
  const form = useStationForm();
  return (
    <>
      <FigureField form={form} name="latitude" label="latitude" />
      <FigureField form={form} name="longitude" label="longitude" />
      <ElevationField form={form} />
    </>
  );
}

const typed = () => (screen.getByLabelText('Elevation (m)') as HTMLInputElement).value;
const offer = () =>
  screen.queryByText(/estimated from towns within 10 km/)?.textContent.replaceAll(/\s/g, ' ');

test('an estimate is offered with its source, taken by a press, and never put over what was typed', async () => {
  const { user, inputs } = await renderPage(<Form />, {
    role: 'owner',
    answers: { estimateElevation: ({ query }) => ({ elevation: query?.latitude === 48 ? 520 : 610 }) },
  });
  expect(inputs('estimateElevation')).toEqual([]);
  await user.type(await screen.findByLabelText('longitude'), '11');
  await user.type(screen.getByLabelText('latitude'), '48');
  await screen.findByText(/About 520\sm/);
  expect([typed(), offer()]).toEqual(['', 'About 520 m, estimated from towns within 10 km (GeoNames).']);
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Use estimate' }));
  expect([typed(), offer()]).toEqual(['520', undefined]);
  // Elsewhere the estimate is another one; the old one stays until that is wanted.
  await user.type(screen.getByLabelText('latitude'), '.5');
  expect(await screen.findByText(/About 610\sm/)).toBeTruthy();
  expect(typed()).toBe('520');
  await user.clear(screen.getByLabelText('Elevation (m)'));
  await user.type(screen.getByLabelText('Elevation (m)'), '777');
  expect([typed(), offer()]).toEqual(['777', undefined]);
});
