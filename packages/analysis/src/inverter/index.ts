export * from './adr.ts';
export * from './fit-sandia.ts';
export * from './pvwatts.ts';
export * from './sandia.ts';
export * from './weighted-efficiency.ts';
