import type { FoundAddress } from '@sunfleet/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FoundNote } from './found-note.tsx';
import { StationField } from './station-field.tsx';
import { useFoundAddress } from './use-found-address.ts';
import { useStationForm } from './use-station-form.ts';

const address: FoundAddress = {
  label: 'Marienplatz 8, München',
  latitude: 48.1371,
  longitude: 11.5754,
  country: 'DE',
  state: null,
  city: 'München',
  district: null,
  detail: 'Marienplatz 8',
  postCode: '80331',
};
const NAMES = ['latitude', 'country', 'postCode', 'address'] as const;

function Form() {
  const form = useStationForm();
  const found = useFoundAddress(form);
  return (
    <>
      {NAMES.map((name) => (
        <StationField key={name} form={form} name={name} label={name} />
      ))}
      <Button onClick={() => found.take({ address, source: 'Test maps' })}>choose</Button>
      <FoundNote found={found} />
    </>
  );
}
const values = () => NAMES.map((name) => (screen.getByLabelText(name) as HTMLInputElement).value);

test('an address fills what is empty and the place; what was typed stays until it is replaced, and all can be undone', async () => {
  const { user } = await renderPage(<Form />, { role: 'owner' });
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await user.type(await screen.findByLabelText('latitude'), '1');
  await user.type(screen.getByLabelText('address'), 'Behind the barn');
  await press('choose');
  expect(values()).toEqual(['48.13710', 'DE', '80331', 'Behind the barn']);
  expect(screen.getByRole('status').textContent).toContain(
    'Filled in as Test maps found it: Marienplatz 8, München',
  );
  expect(screen.getByText('What you had entered stays: Address.')).toBeTruthy();
  await expectAccessible();
  await press('Use what was found');
  expect(values()).toEqual(['48.13710', 'DE', '80331', 'Marienplatz 8, München']);
  await user.clear(screen.getByLabelText('postCode'));
  await user.type(screen.getByLabelText('postCode'), '99');
  await press('Undo');
  expect(values()).toEqual(['1', '', '99', 'Behind the barn']);
  expect(screen.queryByRole('status')).toBeNull();
});
