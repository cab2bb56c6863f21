export * from './horizon.ts';
export * from './masking-angle.ts';
export * from './projected-solar-zenith-angle.ts';
export * from './shaded-fraction1d.ts';
