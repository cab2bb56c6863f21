export * from './call-error.ts';
export * from './create-client.ts';
export * from './more-routes.ts';
export * from './parse-json.ts';
export * from './request-url.ts';
export * from './routes.ts';
export * from './script-client.ts';
export * from './types.ts';
