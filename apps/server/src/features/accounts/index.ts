export { createUser, type NewUser } from './create-user.ts';
export { ensureAdmin } from './ensure-admin.ts';
export { maskFor, type Mask } from './mask.ts';
export { resolveActor } from './resolve-actor.ts';
export { registerAccountsRoutes } from './routes.ts';
export { endSessionsOf } from './sessions.ts';
export { setPassword } from './set-password.ts';
export { signIn } from './sign-in.ts';
export { takeCode } from './take-code.ts';
