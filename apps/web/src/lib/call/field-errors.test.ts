import { CallError } from '@sunfleet/api-client';
import { expect, test } from 'vitest';
import { fieldErrors } from './field-errors.ts';

test('words of the server stand by the name of their field', () => {
  const error = new CallError('refused', {
    error: 'invalidInput',
    fields: [
      { path: 'body.name', message: 'Enter a name.' },
      { path: 'query.q', message: 'Too long.' },
    ],
  });
  expect(fieldErrors(error)).toEqual({ name: 'Enter a name.', q: 'Too long.' });
});

test('a refusal that concerns one field is put there by its key', () => {
  const error = new CallError('refused', { error: 'organisationCodeTaken', message: 'The code is taken.' });
  expect(fieldErrors(error, { organisationCodeTaken: 'code' })).toEqual({ code: 'The code is taken.' });
  expect(fieldErrors(error)).toEqual({});
});

test('without an error nothing is wrong', () => {
  expect(fieldErrors(null)).toEqual({});
});
