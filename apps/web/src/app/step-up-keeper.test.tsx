import { CallError, type OutputOf } from '@sunfleet/api-client';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerStepUp, askStepUp } from '../lib/session/step-up-store.ts';
import { expectAccessible } from '../test/expect-accessible.ts';
import { renderPage } from '../test/render-page.tsx';
import { StepUpKeeper } from './step-up-keeper.tsx';

const security: OutputOf<'security'> = {
  weakPassword: false,
  passwordChangedAt: null,
  totp: true,
  recoveryCodesLeft: 9,
  passkeys: [],
};

afterEach(() => act(() => answerStepUp(false)));

/** A form under the dialog, in which somebody has typed. */
const page = (
  <>
    <input aria-label="Name" defaultValue="Ana" />
    <StepUpKeeper />
  </>
);

async function asked(calls = 1) {
  const answers = Array.from({ length: calls }, () => vi.fn<(proven: boolean) => void>());
  await act(async () => {
    for (const answer of answers) void askStepUp().then(answer);
  });
  await screen.findByRole('dialog');
  return answers;
}

test('a wrong password is told in the dialog; the right one lets every call that waits go on, and what was typed stays', async () => {
  const right = vi.fn<() => null>(() => null);
  const checkAccount = ({ body }: { body: object }) => {
    if (!('password' in body) || body.password !== 'Right-Horse-1')
      throw new CallError('refused', {
        code: 40022,
        error: 'wrongPassword',
        message: 'The password is wrong.',
      });
    return right();
  };
  const { user, baseElement } = await renderPage(page, { answers: { security, checkAccount } });
  await user.type(screen.getByLabelText('Name'), ' Luz');
  const answers = await asked(2);
  await expectAccessible(baseElement);
  const field = screen.getByLabelText('Current password');
  await user.type(field, 'Wrong-Horse-1{Enter}');
  expect(await screen.findByText('The password is wrong.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'Right-Horse-1{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const answer of answers) expect(answer).toHaveBeenCalledExactlyOnceWith(true);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ana Luz');
});

test('a code of the authenticator app does as well, where there is one', async () => {
  const { user, inputs } = await renderPage(page, { answers: { security, checkAccount: null } });
  const [answer] = await asked();
  await user.click(await screen.findByRole('button', { name: 'Use the authenticator app' }));
  await user.type(screen.getByLabelText('Code of six digits'), '12a3456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(answer).toHaveBeenCalledExactlyOnceWith(true));
  expect(inputs('checkAccount')).toEqual([{ body: { code: '123456' } }]);
});

test('closed, it lets the call end with its refusal; without a dialog nobody waits', async () => {
  const { user, unmount } = await renderPage(page, { answers: { security } });
  const [answer] = await asked();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(answer).toHaveBeenCalledExactlyOnceWith(false));
  unmount();
  expect(await askStepUp()).toBe(false);
});
