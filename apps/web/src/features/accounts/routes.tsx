import { ADDRESSES } from '@sunfleet/contract';
import type { RouteObject } from 'react-router';

/** Pages that stand outside the shell: before a login, and the change of a password that somebody else gave. */
export const routes: RouteObject[] = [
  {
    path: ADDRESSES.login,
    lazy: () => import('./login/login-page.tsx').then(({ LoginPage }) => ({ Component: LoginPage })),
  },
  {
    path: ADDRESSES.register,
    lazy: () =>
      import('./register/register-page.tsx').then(({ RegisterPage }) => ({ Component: RegisterPage })),
  },
  {
    path: ADDRESSES.forgetPassword,
    lazy: () =>
      import('./password/forget-password-page.tsx').then((file) => ({ Component: file.ForgetPasswordPage })),
  },
  {
    path: ADDRESSES.changePassword,
    lazy: () =>
      import('./password/must-change-page.tsx').then((file) => ({ Component: file.MustChangePage })),
  },
  {
    path: ADDRESSES.europe,
    lazy: () => import('./europe-page.tsx').then(({ EuropePage }) => ({ Component: EuropePage })),
  },
  {
    path: ADDRESSES.agreement,
    lazy: () => import('./legal/legal-page.tsx').then(({ AgreementPage }) => ({ Component: AgreementPage })),
  },
  {
    path: ADDRESSES.privacy,
    lazy: () => import('./legal/legal-page.tsx').then(({ PrivacyPage }) => ({ Component: PrivacyPage })),
  },
];

/** Pages of one's own account, inside the shell. */
export const ownAccount: RouteObject[] = [
  {
    path: ADDRESSES.welcome,
    lazy: () => import('./welcome/welcome-page.tsx').then(({ WelcomePage }) => ({ Component: WelcomePage })),
  },
  {
    path: ADDRESSES.join,
    lazy: () => import('./join/join-page.tsx').then(({ JoinPage }) => ({ Component: JoinPage })),
  },
];
