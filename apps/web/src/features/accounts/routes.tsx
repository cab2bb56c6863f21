import type { RouteObject } from 'react-router';

/** Pages of the domain; the login stands outside the shell. */
export const routes: RouteObject[] = [
  {
    path: '/login',
    lazy: () => import('./login-page.tsx').then(({ LoginPage }) => ({ Component: LoginPage })),
  },
];
