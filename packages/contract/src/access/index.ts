export * from './functions.ts';
export * from './grants.ts';
export * from './role-facts.ts';
export * from './roles.ts';
