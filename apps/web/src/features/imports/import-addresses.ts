export const IMPORTS = '/platformPro/system/imports';
export const NEW_IMPORT = `${IMPORTS}/new`;

/** Address of one import: its progress, then its result. */
export const importAddress = (id: number): string => `${IMPORTS}/run?id=${id}`;
