import { CallError } from '@sunfleet/api-client';
import { ADDRESSES } from '@sunfleet/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mintDevice } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

const at = Date.UTC(2026, 5, 21, 10);
const recording = {
  at,
  code: 'GRID-OV',
  from: at - 60,
  stepMs: 0.5,
  channels: [{ key: 'ac.l1.voltage', unit: 'V', values: [325, null, -325] }],
};

test.each([
  [
    new CallError('refused', {
      error: 'faultRecordingUnsupported',
      message: 'Fault recording not supported: SN4',
    }),
    /^Fault recording not supported/,
  ],
  [
    { recording: null, failure: 'timeout' as const },
    /^Data reading failed, please try again: Device reply timeout/,
  ],
  [{ recording: null, failure: null }, /has recorded no fault yet/],
  [{ recording, failure: null }, /^Fault GRID-OV at /],
])('a device is asked for its fault recording: %#', async (readFaultRecording, told) => {
  const { user } = await renderPage(routes, {
    at: `${ADDRESSES.device}?id=4&tab=alarms`,
    role: 'installer',
    answers: { getDevice: mintDevice({ id: 4 }), readFaultRecording },
  });
  await user.click(await screen.findByRole('button', { name: 'Read recording' }));
  expect(await screen.findByText(told)).toBeTruthy();
});
