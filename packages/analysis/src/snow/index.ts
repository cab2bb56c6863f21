export * from './coverage.ts';
export * from './fully-covered.ts';
export * from './townsend.ts';
