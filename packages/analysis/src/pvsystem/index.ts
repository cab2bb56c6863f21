export * from './calcparams-desoto.ts';
export * from './calcparams-pvsyst.ts';
export * from './iv.ts';
export * from './pvwatts.ts';
export * from './sapm.ts';
export * from './sapm-effective-irradiance.ts';
export * from './scale.ts';
