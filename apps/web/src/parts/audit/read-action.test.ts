import { AUDIT_ACTIONS, LANGUAGES, routes as contract, type RouteDefinition } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { readAction } from './read-action.ts';

const pair = (action: string) => {
  const { domain, verb } = readAction(action);
  return `${domain} ${verb}`;
};

test('actions of the server are read by domain and verb', () => {
  expect(pair('grants.revoke')).toBe('grants revoke');
  expect(pair('accounts.login')).toBe('accounts login');
  expect(pair('ingestKeys.create')).toBe('ingestKeys create');
  expect(pair('labels.edit')).toBe('labels update');
  expect(pair('members.resetPassword')).toBe('members resetPassword');
});

test('every action the server writes is named', () => {
  expect(pair('accounts.addPasskey')).toBe('passkeys add');
  expect(pair('accounts.confirmTotp')).toBe('secondFactor confirm');
  expect(pair('accounts.endOtherSessions')).toBe('sessions end');
  expect(pair('accounts.cancel')).toBe('cancellation run');
  expect(pair('members.role')).toBe('members changeRole');
  expect(pair('members.withdrawInvite')).toBe('invites revoke');
  expect(pair('stations.declineHandOver')).toBe('handOvers decline');
  expect(pair('stations.changeInstaller')).toBe('stations changeInstaller');
  expect(pair('stations.share')).toBe('stations share');
});

test.each(LANGUAGES)('every action the server writes has a text in %s', async (language) => {
  const { default: texts } = (await import(
    `../../../../../packages/i18n/locales/${language}/audit.json`
  )) as { default: { domain: Record<string, string>; verb: Record<string, string> } };
  const unnamed = AUDIT_ACTIONS.filter((action) => {
    const { domain = '', verb = '' } = readAction(action);
    return !texts.domain[domain] || !texts.verb[verb];
  });
  expect(unnamed).toEqual([]);
});

test('a refused route is read by what it would have done, and to what', () => {
  expect(pair('denied.createGrant')).toBe('grants create');
  expect(pair('denied.queryGrants')).toBe('grants view');
  expect(pair('denied.listStations')).toBe('stations view');
  expect(pair('denied.stationPower')).toBe('stations view');
  expect(pair('denied.acceptHandOver')).toBe('handOvers accept');
  expect(pair('denied.handOverStation')).toBe('stations handOver');
  expect(pair('denied.changeInstaller')).toBe('stations changeInstaller');
  expect(pair('denied.labelStation')).toBe('stations label');
  expect(pair('denied.createApiKey')).toBe('apiKeys create');
  expect(pair('denied.createStation')).toBe('stations create');
  expect(pair('denied.resetMemberPassword')).toBe('members resetPassword');
  expect(pair('denied.organisationTree')).toBe('organisations view');
});

test('every route that can be refused is named', () => {
  const refusable = Object.entries(contract as Record<string, RouteDefinition>).filter(
    ([, { auth }]) => auth === 'session',
  );
  const unnamed = refusable.filter(([name]) => {
    const { domain, verb } = readAction(`denied.${name}`);
    return !domain || !verb;
  });
  expect(unnamed.map(([name]) => name)).toEqual([]);
});

test('what nobody has named keeps its own words', () => {
  expect(readAction('spaceships.beamUp')).toEqual({
    domain: undefined,
    verb: undefined,
    plain: 'spaceships beam up',
  });
});
