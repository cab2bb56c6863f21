import { CallError } from '@sunfleet/api-client';
import { ADDRESSES, type Product, productAddress, productInput } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { pageOf } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';
// Pages and dialogs are loaded here, because the first test would time out waiting for them.
import './import-products.tsx';
import './product-list-page.tsx';
import './product-page.tsx';
import './product-form.tsx';
import './remove-product.tsx';

const product: Product = {
  ...productInput.parse({
    manufacturer: 'Maker',
    model: 'Grid 10',
    kind: 'inverter',
    specification: { ratedPower: 10_000, protection: 'IP65' },
    warranty: { months: 120, from: 'production', text: 'Parts and labour' },
    parts: [{ name: 'Fan', number: 'F-1' }],
  }),
  id: 7,
  everybody: false,
  devices: 3,
  revision: 2,
};
const answers = {
  listProductFiles: [],
  listProducts: pageOf(product),
  getProduct: product,
  listDeviceProfiles: [],
};

test('a product is typed with its figures, warranty and parts; what cannot be is told at its field', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: ADDRESSES.products,
    answers: { ...answers, createProduct: product, listDeviceBatches: pageOf() },
  });
  expect(await screen.findByText('120 months, from production date')).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Add product' }));
  const dialog = await screen.findByRole('dialog');
  const field = (name: string) => within(dialog).getByRole('textbox', { name });
  await user.type(field('Manufacturer'), 'Maker');
  await user.type(field('Model'), 'Grid 10');
  await user.type(field('Rated power, W'), '10000');
  await user.type(field('Protection'), 'splash');
  await user.type(field('Warranty, months'), '120');
  await user.click(within(dialog).getByRole('button', { name: 'Add part' }));
  await user.type(field('Part'), 'Fan');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('Write the protection as IP65, IP20 or IPX4.')).toBeTruthy();
  expect(inputs('createProduct')).toEqual([]);
  await user.clear(field('Protection'));
  await user.type(field('Protection'), 'ip65');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('createProduct')).toMatchObject([
      {
        body: {
          everybody: false,
          product: {
            model: 'Grid 10',
            specification: { ratedPower: 10_000, protection: 'IP65', mppts: null },
            warranty: { months: 120, from: 'production' },
            parts: [{ name: 'Fan', number: '' }],
          },
        },
      },
    ]),
  );
  await waitFor(() => expect(location()).toBe(productAddress(7)));
});

test('the page of a product shows what is there of it; one that devices name is not removed', async () => {
  const { user } = await renderPage(routes, {
    at: productAddress(7),
    answers: {
      ...answers,
      listDeviceBatches: pageOf({
        id: 4,
        code: 'LINE-7',
        name: 'Line 7',
        remark: '',
        product: { id: 7, name: 'Maker Grid 10' },
        devices: 2,
        online: 1,
        by: null,
        createdAt: 1,
        revision: 1,
      }),
      deleteProduct: () => {
        throw new CallError('refused', { error: 'productInUse', message: 'Devices that name it: 3.' });
      },
    },
  });
  expect((await screen.findByRole('link', { name: 'Line 7' })).getAttribute('href')).toContain('id=4');
  expect(screen.getByRole('link', { name: 'In the list of devices' }).getAttribute('href')).toContain(
    'product=7',
  );
  expect(screen.getByText('Parts and labour')).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await within(dialog).findByText('Devices that name it: 3.')).toBeTruthy();
});

test('who may only look finds a product of the library for all without buttons', async () => {
  await renderPage(routes, {
    at: productAddress(7),
    answers: { ...answers, getProduct: { ...product, everybody: true }, listDeviceBatches: pageOf() },
  });
  expect(await screen.findByText('IP65')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Change|Remove/ })).toBeNull();
});

test('a document is added to a product, and one that is refused is told by its name', async () => {
  let sent = 0;
  const manual = {
    id: 3,
    kind: 'document' as const,
    name: 'manual.pdf',
    type: 'application/pdf',
    bytes: 20_480,
    width: null,
    height: null,
    createdAt: 1,
  };
  const { user, inputs } = await renderPage(routes, {
    at: productAddress(7),
    answers: {
      ...answers,
      listDeviceBatches: pageOf(),
      listProductFiles: [manual],
      addProductFile: () => {
        sent += 1;
        if (sent === 1)
          throw new CallError('refused', { error: 'documentUnreadable', message: 'No whole PDF.' });
        return manual;
      },
    },
  });
  const pdf = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' });
  await screen.findByText('manual.pdf');
  await user.upload(await screen.findByLabelText('Add pictures or documents'), [pdf('a.pdf'), pdf('b.pdf')]);
  expect((await screen.findByRole('alert')).textContent).toBe('a.pdf: No whole PDF.');
  expect(inputs('addProductFile').map(({ params }) => params)).toEqual([
    { id: 7, kind: 'document' },
    { id: 7, kind: 'document' },
  ]);
});

test('of a table what is right is added, what is wrong says why', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.products,
    answers: { ...answers, createProducts: { added: 1, kept: [] } },
  });
  await user.click(await screen.findByRole('button', { name: /Import/ }));
  const dialog = await screen.findByRole('dialog');
  const rows = ['manufacturer,model,kind,weight', 'Maker,Right,inverter,20', 'Maker,Wrong,inverter,heavy'];
  const file = new File([rows.join('\n')], 'own.csv', { type: 'text/csv' });
  await user.upload(dialog.querySelector<HTMLInputElement>('input[type=file]')!, file);
  expect(await within(dialog).findByText('Can be added: 1 of 2.')).toBeTruthy();
  expect(within(dialog).getByText(/Weight, kg: Enter a weight/)).toBeTruthy();
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Add 1' }));
  await waitFor(() =>
    expect(inputs('createProducts')[0]?.body).toMatchObject({
      everybody: false,
      products: [{ model: 'Right' }],
    }),
  );
});
