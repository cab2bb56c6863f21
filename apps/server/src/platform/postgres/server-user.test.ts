import { expect, test } from 'vitest';
import { chooseAccount } from './server-user.ts';

const ROOT = 'root:x:0:0:root:/root:/bin/sh';

test('PostgreSQL runs as its own account, else as nobody, else as any that is not root', () => {
  const nobody = 'nobody:x:65534:65533:nobody:/:/sbin/nologin';
  const postgres = 'postgres:x:101:104:PostgreSQL:/var/lib/postgresql:/bin/bash';
  expect(chooseAccount([ROOT, nobody, postgres, ''].join('\n'))).toEqual({ uid: 101, gid: 104 });
  expect(chooseAccount([ROOT, nobody].join('\n'))).toEqual({ uid: 65534, gid: 65533 });
  expect(chooseAccount([ROOT, 'node:x:1000:1000::/home/node:/bin/sh'].join('\n'))).toEqual({
    uid: 1000,
    gid: 1000,
  });
  expect(chooseAccount('nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false')).toEqual({
    uid: 4294967294,
    gid: 4294967294,
  });
});

test('where root is alone, the error says what helps', () => {
  expect(() => chooseAccount(ROOT)).toThrow('DATABASE_URL');
});
