export * from './batzelis.ts';
export { bishop88, bishop88IFromV, bishop88Mpp, bishop88VFromI, estimateVoc } from './bishop88.ts';
export type { Bishop88Point, MaxPowerPoint } from './bishop88.ts';
export type { BishopTerms, SingleDiode } from './parameters.ts';
