import { CallError } from '@sunfleet/api-client';
import { ADDRESSES } from '@sunfleet/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The page is loaded here, because the first test would time out waiting for it.
import './api-console-page.tsx';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const responses = { 200: { content: { 'application/json': {} } } };
const label = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, color: { type: 'string' } },
};
const document = {
  paths: {
    '/api/labels/{id}': {
      put: {
        operationId: 'updateLabel',
        summary: 'Change a label',
        tags: ['labels'],
        'x-permission': 'labels.create',
        parameters: [id],
        requestBody: { content: { 'application/json': { schema: label } } },
        responses,
      },
    },
    '/api/labels': {
      get: { operationId: 'listLabels', summary: 'Labels', tags: ['labels'], parameters: [], responses },
    },
    '/api/live': {
      get: {
        operationId: 'liveStream',
        summary: 'Live',
        tags: ['live'],
        parameters: [],
        responses: { 200: { content: { 'text/event-stream': {} } } },
      },
    },
  },
  components: { schemas: {} },
};

afterEach(() => vi.unstubAllGlobals());

const open = (route: string, answers: object = {}) => {
  vi.stubGlobal('fetch', async () => Response.json(document));
  return renderPage(routes, { at: `${ADDRESSES.apiConsole}?route=${route}`, answers: answers as never });
};

test('a route that reads answers at once, and event streams are not offered', async () => {
  const { user } = await open('listLabels', { listLabels: [{ id: 3, name: 'North' }] });
  await user.click(await screen.findByRole('button', { name: 'Send GET' }));
  expect((await screen.findByRole('region', { name: 'Answer' })).textContent).toContain('"North"');
  await expectAccessible();
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Route' }));
  expect(await screen.findByText('PUT /api/labels/{id}')).toBeTruthy();
  expect(screen.queryByText('GET /api/live')).toBeNull();
});

test('a route that changes something asks first, begins with an example, and tells a refusal field by field', async () => {
  const { user, inputs } = await open('updateLabel', {
    updateLabel: () => {
      throw new CallError('refused', {
        code: 40000,
        error: 'invalidInput',
        message: 'Wrong input',
        fields: [{ path: 'body.name', message: 'Too long' }],
      });
    },
  });
  const body = await screen.findByLabelText<HTMLTextAreaElement>('Body as JSON');
  expect(JSON.parse(body.value)).toEqual({ name: '' });
  await user.click(screen.getByRole('button', { name: 'Send PUT' }));
  expect(screen.getByText('This has to be filled in.')).toBeTruthy();
  await user.type(screen.getByLabelText('id *'), '3');
  fireEvent.change(body, { target: { value: '{"name"' } });
  await user.click(screen.getByRole('button', { name: 'Send PUT' }));
  expect(screen.getByText(/This is no JSON/)).toBeTruthy();
  fireEvent.change(body, { target: { value: '{"name":"South"}' } });
  await user.click(screen.getByRole('button', { name: 'Send PUT' }));
  expect(inputs('updateLabel')).toEqual([]);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send PUT' }));
  await waitFor(() =>
    expect(inputs('updateLabel')).toEqual([{ params: { id: '3' }, body: { name: 'South' } }]),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('body.name Too long');
});
