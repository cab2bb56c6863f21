export { createUser, type NewUser } from './create-user.ts';
export { ensureAdmin } from './ensure-admin.ts';
export { normalPhone } from './login.ts';
export { maskFor, type Mask } from './mask.ts';
export { resolveActor } from './resolve-actor.ts';
export { registerAccountsRoutes } from './routes.ts';
export { setPassword } from './set-password.ts';
export { signIn } from './sign-in.ts';
