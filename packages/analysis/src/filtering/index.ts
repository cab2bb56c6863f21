export * from './limits.ts';
export * from './quantile-clip.ts';
export * from './two-way-window.ts';
