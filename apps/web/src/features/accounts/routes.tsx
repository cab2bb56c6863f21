import type { RouteObject } from 'react-router';

/** Pages that stand outside the shell: before a login, and the change of a password that somebody else gave. */
export const routes: RouteObject[] = [
  {
    path: '/login',
    lazy: () => import('./login/login-page.tsx').then(({ LoginPage }) => ({ Component: LoginPage })),
  },
  {
    path: '/register',
    lazy: () =>
      import('./register/register-page.tsx').then(({ RegisterPage }) => ({ Component: RegisterPage })),
  },
  {
    path: '/forget_password',
    lazy: () =>
      import('./password/forget-password-page.tsx').then((file) => ({ Component: file.ForgetPasswordPage })),
  },
  {
    path: '/change_password',
    lazy: () =>
      import('./password/must-change-page.tsx').then((file) => ({ Component: file.MustChangePage })),
  },
  {
    path: '/europePage',
    lazy: () => import('./europe-page.tsx').then(({ EuropePage }) => ({ Component: EuropePage })),
  },
  {
    path: '/legal/agreement',
    lazy: () => import('./legal/legal-page.tsx').then(({ AgreementPage }) => ({ Component: AgreementPage })),
  },
  {
    path: '/legal/privacy',
    lazy: () => import('./legal/legal-page.tsx').then(({ PrivacyPage }) => ({ Component: PrivacyPage })),
  },
];

/** Pages of one's own account, inside the shell. */
export const ownAccount: RouteObject[] = [
  {
    path: '/platformPro/system/welcome',
    lazy: () => import('./welcome/welcome-page.tsx').then(({ WelcomePage }) => ({ Component: WelcomePage })),
  },
  {
    path: '/join',
    lazy: () => import('./join/join-page.tsx').then(({ JoinPage }) => ({ Component: JoinPage })),
  },
];
