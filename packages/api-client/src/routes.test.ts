import { expect, test } from 'vitest';
import { ROUTES } from './routes.ts';

test('the table says how a route is called', () => {
  expect(ROUTES.getStation).toEqual({ method: 'GET', path: '/stations/:id' });
  expect(ROUTES.deleteMember).toEqual({ method: 'DELETE', path: '/ups/user/', signed: true });
  expect(ROUTES.exportAccount).toEqual({ method: 'GET', path: '/ups/user/export', raw: true });
  expect(ROUTES.deleteLabel).toEqual({ method: 'DELETE', path: '/labels/:id', permission: 'labels.delete' });
});
