import { describe, expect, test } from 'vitest';
import type { RouteDefinition } from '../route.ts';
import { routes } from './index.ts';

test('no two routes share method and path', () => {
  const addresses = Object.values(routes).map(
    ({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`,
  );
  expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([]);
});

test('what one person must not do alone takes two', () => {
  const all = Object.entries(routes as Record<string, RouteDefinition>);
  expect(all.flatMap(([name, { secondPerson }]) => (secondPerson ? [name] : []))).toEqual([
    'resumePlatformCommands',
    'startFirmwareUpgrade',
    'runDangerousSet',
    'setDangerousParameters',
  ]);
});

test('what cuts devices and people off, or takes their accounts over, asks for a fresh proof', () => {
  const cutting = [
    ...(['moveDevice', 'moveSeveralDevices', 'setDeviceParent', 'replaceDevice'] as const),
    ...(['unbindDevice', 'unbindSeveralDevices', 'blockDevices', 'unblockDevices'] as const),
    ...(['rotateDeviceSecret', 'endOldDeviceSecret', 'revokeDeviceSecret', 'revokeIngestKey'] as const),
    ...(['lockMember', 'unlockMember', 'removeMember', 'deleteMember', 'resetMemberPassword'] as const),
    ...(['changeMemberRole', 'moveMember', 'grantRole', 'updateRole', 'renewSims'] as const),
    ...(['handOverStation', 'changeInstaller', 'moveSeveralStations', 'cancelAccount'] as const),
    ...(['deleteOrganisation', 'updateLimitsOfOrganisation', 'removePasskey', 'exportAccount'] as const),
  ];
  const all: Record<string, RouteDefinition> = routes;
  expect(cutting.filter((name) => all[name]!.stepUp !== true)).toEqual([]);
  expect(all['updateInfo']!.stepUp).toEqual(['email', 'mobile', 'userName']);
  expect(all['actOnSims']!.stepUp).toEqual(['action']);
  expect(all['updateOrganisation']!.stepUp).toEqual(['tie', 'bankName', 'bankAccount']);
});

test('what ends a session, a key or what they began is counted by session', () => {
  const all = Object.entries(routes as Record<string, RouteDefinition>);
  expect(all.flatMap(([name, { stops }]) => (stops ? [name] : [])).toSorted()).toEqual([
    'deleteApiKey',
    'endOtherSessions',
    'endSession',
    'logout',
    'stopFirmwareUpgrade',
    'stopOrganisationCommands',
    'stopPlatformCommands',
    'stopRun',
    'stopTask',
  ]);
});

test('what makes devices do something, or lets people in, asks for a fresh proof', () => {
  const acting = [
    ...(['setParameters', 'setSeveralParameters', 'runInstructionSet', 'retryRun', 'resumeRun'] as const),
    ...(['createTask', 'updateTask', 'startTask', 'resumeTask', 'retryFirmwareUpgrade'] as const),
    ...(['inviteMember', 'getInviteCode', 'joinOrganisation'] as const),
  ];
  const all: Record<string, RouteDefinition> = routes;
  expect(acting.filter((name) => all[name]!.stepUp !== true)).toEqual([]);
});

test('what everybody reads and presses is changed with a fresh proof', () => {
  const all: Record<string, RouteDefinition> = routes;
  const shown = ['saveTexts', 'restoreTexts', 'saveThemes'];
  expect(shown.filter((name) => all[name]!.stepUp !== true)).toEqual([]);
});

describe('how much of an organisation a caller reaches', () => {
  const all = Object.entries(routes as Record<string, RouteDefinition>);

  test('is named by every route that changes something of an organisation', () => {
    const changing = all.filter(
      ([, { auth, method, scope }]) => auth === 'session' && scope === 'organisation' && method !== 'GET',
    );
    expect(changing.flatMap(([name, { reach }]) => (reach === undefined ? [name] : []))).toEqual([]);
  });

  test('is asked of those alone who have a session, about an organisation', () => {
    const named = all.filter(([, { reach }]) => reach !== undefined);
    expect(named.filter(([, { auth, scope }]) => auth !== 'session' || scope !== 'organisation')).toEqual([]);
  });

  // What is kept for an organisation counts for all of its stations: these permissions write nothing else.
  test.each([
    'organisations.manage',
    'labels.edit',
    'labels.delete',
    'operations.create',
    'alarms.rules',
    'firmware.manage',
  ] as const)('is all of it where %s writes', (permission) => {
    const written = all.filter(([, route]) => route.permission === permission && route.method !== 'GET');
    expect(written.filter(([, { reach }]) => reach !== 'organisation')).toEqual([]);
  });
});
