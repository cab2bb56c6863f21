import {
  DATA_SCOPES,
  LANGUAGES,
  OFFERED_DOMAINS,
  OFFERED_PERMISSIONS,
  ROLE_ATTRIBUTIONS,
  ROLES,
  VIEWS,
} from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { loadTexts } from '../../lib/i18n/create-i18n.ts';

const named = (key: string) => [`${key}.name`, `${key}.hint`];
const WANTED: readonly string[] = [
  ...OFFERED_DOMAINS.map((name) => `domain.${name}`),
  ...OFFERED_PERMISSIONS.flatMap((name) => named(`function.${name}`)),
  ...DATA_SCOPES.flatMap((name) => named(`scope.${name}`)),
  ...ROLE_ATTRIBUTIONS.flatMap((name) => named(`attribution.${name}`)),
  ...VIEWS.map((name) => `view.${name}`),
  ...ROLES.map((name) => `role.${name}`),
];

/** Keys of the texts that say something. */
const keysOf = (value: object, prefix = ''): string[] =>
  Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (typeof inner === 'string') return /\S/.test(inner) ? [prefix + name] : [];
    return keysOf(inner as object, `${prefix}${name}.`);
  });

test.each(LANGUAGES)(
  '%s names every permission that is offered, domain, scope, view and role, and nothing else',
  async (language) => {
    const keys = keysOf(await loadTexts(language, 'access'));
    expect({
      missing: WANTED.filter((key) => !keys.includes(key)),
      surplus: keys.filter((key) => !WANTED.includes(key)),
    }).toEqual({ missing: [], surplus: [] });
  },
);
