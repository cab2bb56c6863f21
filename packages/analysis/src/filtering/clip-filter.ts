import type { Mask } from './limits.ts';
import { logicClipFilter, type LogicClipInput } from './logic-clip.ts';
import { quantileClipFilter } from './quantile-clip.ts';

/** Rows of AC power that are not clipped, by one of two models; `logic` unless told. RdTools 3, `filtering.clip_filter`. */
export const clipFilter = (input: LogicClipInput, model: 'logic' | 'quantile' = 'logic'): Mask =>
  model === 'quantile' ? quantileClipFilter(input.powerAc) : logicClipFilter(input);
