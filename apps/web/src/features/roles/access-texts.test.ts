import {
  DATA_SCOPES,
  LANGUAGES,
  OFFERED_DOMAINS,
  offeredOf,
  ROLE_ATTRIBUTIONS,
  ROLES,
  VIEWS,
} from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { loadTexts } from '../../lib/i18n/create-i18n.ts';

const NAMED = { name: expect.stringMatching(/\S/), hint: expect.stringMatching(/\S/) };
const WORD = expect.stringMatching(/\S/);
const each = (names: readonly string[], value: unknown) =>
  Object.fromEntries(names.map((name) => [name, value]));

test.each(LANGUAGES)(
  '%s names every permission that is offered, domain, scope, view and role, and nothing else',
  async (language) => {
    expect(await loadTexts(language, 'access')).toEqual({
      domain: each(OFFERED_DOMAINS, WORD),
      function: Object.fromEntries(
        OFFERED_DOMAINS.map((domain) => [
          domain,
          each(
            offeredOf(domain).map((name) => name.slice(domain.length + 1)),
            NAMED,
          ),
        ]),
      ),
      scope: each(DATA_SCOPES, NAMED),
      attribution: each(ROLE_ATTRIBUTIONS, NAMED),
      view: each(VIEWS, WORD),
      role: each(ROLES, WORD),
    });
  },
);
