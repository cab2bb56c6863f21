import { CallError } from '@sunfleet/api-client';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mintSession } from '../../test/mint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { useSignOut } from './use-sign-out.ts';

function Leave() {
  const signOut = useSignOut();
  return (
    <button type="button" onClick={signOut}>
      Leave
    </button>
  );
}

test('a session whose token is over is ended on the server all the same', async () => {
  let tries = 0;
  const { user, inputs, getByRole } = await renderPage(<Leave />, {
    answers: {
      logout: () => {
        tries += 1;
        if (tries === 1) throw new CallError('refused', { code: 401, error: 'unauthorised' });
        return null;
      },
      refreshToken: mintSession({ token: 'renewed' }),
    },
  });
  await user.click(getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(inputs('logout')).toHaveLength(2));
  expect(inputs('refreshToken')).toHaveLength(1);
  expect(localStorage.getItem('sunfleet.session')).toBeNull();
  expect(sessionStorage.getItem('sunfleet.session')).toBeNull();
});
