export * from './astm-e1036.ts';
export * from './fit-desoto.ts';
export * from './fit-desoto-batzelis.ts';
export * from './fit-sandia-simple.ts';
export * from './iec60891.ts';
export * from './rectify.ts';
