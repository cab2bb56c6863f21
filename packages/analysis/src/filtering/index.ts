export * from './clip-filter.ts';
export * from './limits.ts';
export { logicClipFilter } from './logic-clip.ts';
export type { LogicClipInput } from './logic-clip.ts';
export * from './quantile-clip.ts';
export * from './two-way-window.ts';
