export * from './catalogue/points.ts';
