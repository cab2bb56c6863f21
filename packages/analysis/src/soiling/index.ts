export * from './hsu.ts';
export * from './kimber.ts';
