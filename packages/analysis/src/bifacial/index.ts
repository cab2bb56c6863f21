export * as infiniteSheds from './infinite-sheds.ts';
export * from './power-mismatch-deline.ts';
