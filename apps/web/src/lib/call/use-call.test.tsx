import { CallError } from '@sunfleet/api-client';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mintSession } from '../../test/mint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { failureText } from './failure-text.ts';
import { useAction } from './use-action.ts';
import { useCall, usePrefetch } from './use-call.ts';
import { useTranslation } from 'react-i18next';

function Nodes({ enabled = true }: { enabled?: boolean }) {
  const { t } = useTranslation('common');
  const { data, error, isPending } = useCall('listNodes', {}, { enabled });
  if (error) return <p>{failureText(error, t)}</p>;
  return <p>{isPending ? 'waiting' : `${data.length} nodes`}</p>;
}

function SignIn() {
  const { mutate, data, error } = useAction('login', { invalidates: ['listNodes'] });
  return (
    <>
      <button type="button" onClick={() => mutate({ body: { account: 'a', password: 'b' } })}>
        Go
      </button>
      <output>{data && 'token' in data ? data.token : error?.message}</output>
    </>
  );
}

function Peek() {
  const prefetch = usePrefetch();
  return (
    <button type="button" onClick={() => prefetch('getStation', { params: { id: 5 } })}>
      Peek
    </button>
  );
}

test('a read is answered once for all who ask the same', async () => {
  const { inputs } = await renderPage([{ path: '*', element: [<Nodes key="a" />, <Nodes key="b" />] }], {
    answers: { listNodes: [] },
  });
  expect(await screen.findAllByText('0 nodes')).toHaveLength(2);
  expect(inputs('listNodes')).toHaveLength(1);
});

test('a read that is not wanted yet is not asked', async () => {
  const { inputs } = await renderPage(<Nodes enabled={false} />, { answers: { listNodes: [] } });
  expect(screen.getByText('waiting')).toBeDefined();
  expect(inputs('listNodes')).toEqual([]);
});

test('a failed read is the page’s to show', async () => {
  await renderPage(<Nodes />, { answers: { listNodes: new CallError('timeout') } });
  expect(await screen.findByText('The server took too long to answer. Try again.')).toBeDefined();
});

test('an action makes the reads it changes be asked again', async () => {
  const { user, inputs } = await renderPage(
    [{ path: '*', element: [<Nodes key="a" />, <SignIn key="b" />] }],
    {
      answers: { listNodes: [], login: mintSession({ token: 'fresh' }) },
    },
  );
  await screen.findByText('0 nodes');
  await user.click(screen.getByRole('button', { name: 'Go' }));
  expect(await screen.findByText('fresh')).toBeDefined();
  expect(inputs('listNodes')).toHaveLength(2);
});

test('what is peeked at is in the cache before the click', async () => {
  const station = { id: 5 } as never;
  const { user, inputs, queryClient } = await renderPage(<Peek />, { answers: { getStation: station } });
  await user.click(screen.getByRole('button', { name: 'Peek' }));
  await user.click(screen.getByRole('button', { name: 'Peek' }));
  expect(inputs('getStation')).toEqual([{ params: { id: 5 } }]);
  expect(queryClient.getQueryData(['getStation', { params: { id: 5 } }])).toBe(station);
});
