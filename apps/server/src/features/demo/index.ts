export { lockDemoAccounts } from './demo-accounts.ts';
export { ensureDemo } from './seed.ts';
