import { expect, test } from 'vitest';
import { inviteLinks } from './invite-links.ts';

test('leads to this installation, below its path, with the code escaped', () => {
  expect(inviteLinks('A+B', { origin: 'https://sun.example', pathname: '/app/' })).toEqual({
    register: 'https://sun.example/app/#/register?invite=A%2BB',
    join: 'https://sun.example/app/#/join?code=A%2BB',
  });
});
