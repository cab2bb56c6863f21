import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../test/render-page.tsx';
import { useChangeSettings } from './use-settings.ts';

function Choose() {
  const change = useChangeSettings();
  return (
    <button type="button" onClick={() => change({ fleetClock: 'station' })}>
      Choose
    </button>
  );
}

test('what is chosen before the settings came is kept as well', async () => {
  const { user, inputs, getByRole } = await renderPage(<Choose />, {
    answers: { updateSettings: new Promise(() => undefined) as never },
  });
  await user.click(getByRole('button', { name: 'Choose' }));
  await waitFor(() => expect(inputs('updateSettings')).toEqual([{ body: { fleetClock: 'station' } }]));
});
