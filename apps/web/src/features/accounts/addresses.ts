export const START = '/';
export const WELCOME = '/platformPro/system/welcome';
export const ACCOUNT = '/platformPro/system/account';
export const STATIONS = '/platformPro/devOps/powerStation';
export const ADD_STATION = '/platformPro/devOps/addPowerStation';
export const NEW_IMPORT = '/platformPro/system/imports/new';

export const joinAddress = (code: string): string => `/join?code=${encodeURIComponent(code)}`;
export const registerAddress = (invite: string): string =>
  invite ? `/register?invite=${encodeURIComponent(invite)}` : '/register';

/** Code of the invitation at an address that `joinAddress` made; empty at any other. */
export const inviteAt = (address: string): string =>
  address.startsWith('/join?') ? (new URLSearchParams(address.slice('/join?'.length)).get('code') ?? '') : '';
