export * from './airmass.ts';
export * from './gueymard94-pw.ts';
export * from './pressure.ts';
