import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { ScanPanel } from './scan-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A browser that reads codes by itself and finds these in every picture. */
function findsCodes(...texts: string[]) {
  class Detector {
    detect = async () => texts.map((rawValue) => ({ rawValue }));
  }
  vi.stubGlobal('BarcodeDetector', Detector);
}

async function open() {
  const found: string[] = [];
  const closed = vi.fn<() => void>();
  const { user } = await renderPage(<ScanPanel onFound={(sn) => found.push(sn)} onClose={closed} />);
  const choose = async () =>
    user.upload(
      await screen.findByLabelText('From a picture'),
      new File(['x'], 'label.png', { type: 'image/png' }),
    );
  return { user, found, closed, choose };
}

test('without a camera a picture of the label does, or typing', async () => {
  findsCodes('SN: 2712345678');
  const { user, found, closed, choose } = await open();
  expect(await screen.findByText(/^No camera can be used here/)).toBeTruthy();
  await expectAccessible();
  await choose();
  await vi.waitFor(() => expect(found).toEqual(['2712345678']));
  await user.click(screen.getByRole('button', { name: 'Type instead' }));
  expect(closed).toHaveBeenCalledOnce();
});

test('a label with several numbers asks which one', async () => {
  findsCodes('2712345678', 'PN-99');
  const { user, found, choose } = await open();
  await choose();
  await user.click(await screen.findByRole('button', { name: '2712345678' }));
  expect(found).toEqual(['2712345678']);
});

test('a picture without a serial number says so', async () => {
  findsCodes('WIFI:S:AP_271;T:WPA;;');
  const { found, choose } = await open();
  await choose();
  expect(await screen.findByText(/^No serial number was found/)).toBeTruthy();
  expect(found).toEqual([]);
});
