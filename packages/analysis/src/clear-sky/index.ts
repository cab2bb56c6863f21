export * from './detect-clearsky.ts';
export * from './haurwitz.ts';
export * from './ineichen.ts';
export * from './linke-turbidity.ts';
export * from './simplified-solis.ts';
