export * from './ashrae.ts';
export * from './interp.ts';
export * from './marion-diffuse.ts';
export * from './martin-ruiz.ts';
export * from './physical.ts';
export * from './sapm.ts';
export * from './schlick.ts';
