import { CallError } from '@sunfleet/api-client';
import { ADDRESSES, type Component, moduleSheet } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';

const component: Component = {
  id: 7,
  kind: 'module',
  manufacturer: 'Maker',
  model: 'MK 400',
  sheet: moduleSheet.parse({
    power: 400,
    vOc: 49,
    iSc: 10.4,
    vMp: 41,
    iMp: 9.76,
    alphaSc: 0.05,
    betaVoc: -0.28,
    gammaPmp: -0.35,
  }),
  everybody: false,
  editable: true,
  stations: 1,
  revision: 2,
};
const listComponents = { total: 1, page: 1, pageSize: 20, rows: [component] };

test('a module is typed by its data sheet; what cannot be is told at its field', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.components,
    answers: { listComponents, createComponents: { added: 1, kept: [] } },
  });
  expect(await screen.findByText(/400 W · Voc 49.0 V/)).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Add module' }));
  const dialog = await screen.findByRole('dialog');
  const type = (name: string | RegExp, text: string) =>
    user.type(within(dialog).getByRole('textbox', { name }), text);
  await type('Manufacturer', 'Maker');
  await type('Model', 'MK 405');
  await type('Power at STC, W', '405');
  await type('Voc, V', '49');
  await type('Isc, A', '10,4');
  await type('Vmp, V', '50');
  await type('Imp, A', '9.8');
  await type('Coefficient of Isc, %/K', '0.05');
  await type('Coefficient of Voc, %/K', '-0.28');
  await type('Coefficient of power, %/K', '-0.35');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText(/lies below that of the open circuit/)).toBeTruthy();
  expect(inputs('createComponents')).toEqual([]);
  const vMp = within(dialog).getByRole('textbox', { name: 'Vmp, V' });
  await user.clear(vMp);
  await user.type(vMp, '41.3');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('createComponents')).toMatchObject([
      {
        body: {
          everybody: false,
          components: [{ kind: 'module', model: 'MK 405', sheet: { iSc: 10.4, cellsInSeries: null } }],
        },
      },
    ]),
  );
});

test('of a file what is right is added, what is wrong says why', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.components,
    answers: { listComponents, createComponents: { added: 1, kept: [] } },
  });
  await user.click(await screen.findByRole('button', { name: /Import/ }));
  const dialog = await screen.findByRole('dialog');
  const rows = [
    'kind,manufacturer,model,power,vOc,iSc,vMp,iMp,alphaSc,betaVoc,gammaPmp',
    'module,Maker,Right,400,49,10.4,41,9.76,0.05,-0.28,-0.35',
    'module,Maker,Wrong,400,4900,10.4,41,9.76,0.05,-0.28,-0.35',
  ];
  const file = new File([rows.join('\n')], 'own.csv', { type: 'text/csv' });
  await user.upload(dialog.querySelector<HTMLInputElement>('input[type=file]')!, file);
  expect(await within(dialog).findByRole('checkbox', { name: 'Maker Right' })).toBeTruthy();
  expect(within(dialog).getByText(/Voc, V: Enter a voltage/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Add 1' }));
  await waitFor(() => expect(inputs('createComponents')[0]?.body.components).toHaveLength(1));
});

test('a component that designs name is not removed, and who may only look finds no buttons', async () => {
  const { user } = await renderPage(routes, {
    at: ADDRESSES.components,
    answers: {
      listComponents,
      deleteComponent: () => {
        throw new CallError('refused', {
          error: 'componentInUse',
          message: 'Designs of stations name it: Barn.',
        });
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Remove “Maker MK 400”' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await within(dialog).findByText(/Barn/)).toBeTruthy();
});

test('who may only look finds the library and no buttons', async () => {
  await renderPage(routes, {
    at: ADDRESSES.components,
    role: 'internalReadOnly',
    answers: {
      listComponents: { ...listComponents, rows: [{ ...component, everybody: true, editable: false }] },
    },
  });
  await screen.findByText(/400 W · Voc/);
  expect(screen.queryByRole('button', { name: /Remove|Import|Add/ })).toBeNull();
});
