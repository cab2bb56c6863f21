export * from './caballero.ts';
export * from './firstsolar.ts';
export * from './jrc.ts';
export * from './pvspec.ts';
export * from './sapm.ts';
