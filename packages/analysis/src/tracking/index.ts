export * from './axis-tilt.ts';
export * from './single-axis.ts';
export * from './surface-orientation.ts';
