export * from './functions.ts';
export * from './grants.ts';
export * from './roles.ts';
