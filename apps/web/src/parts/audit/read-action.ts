import { type ActionDomain, type ActionVerb, domainOf, verbOf } from './action-words.ts';

/** An action of the audit log, taken apart. */
export interface ReadAction {
  domain: ActionDomain | undefined;
  verb: ActionVerb | undefined;
  /** The action in words of its own, for what nobody has named: `grant role`. */
  plain: string;
}

const words = (name: string): string[] => name.split(/(?=[A-Z])|[.\s_-]+/).filter(Boolean);

/** `grants.revoke`, or `denied.revokeGrant`: the route that was refused. */
export function readAction(action: string): ReadAction {
  const [first = '', ...rest] = action.split('.');
  const name = rest.join('.');
  const plain = words(first === 'denied' ? name : action)
    .join(' ')
    .toLowerCase();
  return { ...(first === 'denied' ? ofRoute(name) : ofAction(first, name)), plain };
}

/** Actions that mean something else than their words say. */
const SPECIAL: Readonly<Record<string, Pick<ReadAction, 'domain' | 'verb'>>> = {
  'accounts.cancel': { domain: 'cancellation', verb: 'run' },
  'accounts.keep': { domain: 'cancellation', verb: 'cancel' },
};

/** The verb may name an object of its own: `accounts.addPasskey`. */
function ofAction(domain: string, name: string): Pick<ReadAction, 'domain' | 'verb'> {
  const special = SPECIAL[`${domain}.${name}`];
  if (special) return special;
  const whole = verbOf(name);
  if (whole) return { domain: domainOf(domain), verb: whole };
  const [verb = '', ...object] = words(name);
  return { domain: objectOf(object) ?? domainOf(domain), verb: verbOf(verb) };
}

/** A route says verb and object in one word: `handOverStation`, `resetMemberPassword`, `stationPower`. */
function ofRoute(name: string): Pick<ReadAction, 'domain' | 'verb'> {
  const parts = words(name);
  const long = verbOf(parts.slice(0, 2).join(''));
  const verb = long ?? verbOf(parts[0] ?? '');
  const object = parts.slice(long ? 2 : verb ? 1 : 0);
  return { domain: objectOf(object) ?? objectOf(parts), verb: verb ?? 'view' };
}

/** The longest row of words that names a domain, the first of several: `MemberPassword` is about the member. */
function objectOf(parts: readonly string[]): ActionDomain | undefined {
  for (let size = parts.length; size > 0; size -= 1)
    for (let at = 0; at <= parts.length - size; at += 1) {
      const found = domainOf(parts.slice(at, at + size).join(''));
      if (found) return found;
    }
  return undefined;
}
