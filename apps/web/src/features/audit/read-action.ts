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

function ofAction(domain: string, verb: string) {
  return { domain: domainOf(domain), verb: verbOf(verb) ?? verbOf(words(verb)[0] ?? '') };
}

/** A route says verb and object in one word: `handOverStation`, `resetMemberPassword`, `stationPower`. */
function ofRoute(name: string): Pick<ReadAction, 'domain' | 'verb'> {
  const parts = words(name);
  if (name === 'handOverStation') return { domain: 'stations', verb: 'handOver' };
  const longVerb = verbOf(parts.slice(0, 2).join(''));
  const verb = longVerb ?? verbOf(parts[0] ?? '');
  const object = verb ? parts.slice(longVerb ? 2 : 1) : parts;
  return { domain: objectOf(object), verb: verb ?? 'view' };
}

/** The longest row of words that names a domain, from the end: `LabelStation` is about the station. */
function objectOf(parts: readonly string[]): ActionDomain | undefined {
  for (let size = parts.length; size > 0; size -= 1)
    for (let at = parts.length - size; at >= 0; at -= 1) {
      const found = domainOf(parts.slice(at, at + size).join(''));
      if (found) return found;
    }
  return undefined;
}
