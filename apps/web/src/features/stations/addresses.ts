export const STATIONS = '/platformPro/devOps/powerStation';
export const ADD_STATION = '/platformPro/devOps/addPowerStation';
export const NEW_IMPORT = '/platformPro/system/imports/new';

export const stationAddress = (id: number, tab = 'overview'): string => `/station-detail/${tab}?id=${id}`;
