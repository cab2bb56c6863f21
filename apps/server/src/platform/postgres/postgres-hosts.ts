/** Hosts of one PostgreSQL, of which one takes writes: a Patroni cluster, for example. */
export interface PostgresHosts {
  /** Address of the host that is to be asked. */
  current(): string;
  /** Whether a connection must be asked first if it takes writes. */
  readonly askRole: boolean;
  readonly several: boolean;
  /** This address did not do; the next one is asked from now on. */
  failed(address: string): void;
}

const SHAPE =
  /^(?<before>postgres(?:ql)?:\/\/(?:[^@/?]*@)?)(?<hosts>[^/?]*)(?<path>\/[^?]*)?(?:\?(?<query>.*))?$/;
const ROLE = 'target_session_attrs';
/** This server writes, so other values make no sense. */
const WRITES = ['read-write', 'primary'];

/**
 * Reads an address as libpq does: `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write` names several hosts. The
 * driver knows one. With several, the one that takes writes is looked for, whether the address says so or not.
 */
export function postgresHosts(url: string): PostgresHosts {
  const { before = '', hosts = '', path = '', query } = SHAPE.exec(url)?.groups ?? {};
  const wanted = new URLSearchParams(query);
  const role = wanted.get(ROLE);
  if (role !== null && !WRITES.includes(role))
    throw new Error(`DATABASE_URL: ${ROLE} is ${WRITES.join(' or ')}, because this server writes.`);
  if (role === null && !hosts.includes(','))
    return { current: () => url, askRole: false, several: false, failed: () => {} };
  wanted.delete(ROLE);
  const rest = `${path}${wanted.size > 0 ? `?${wanted.toString()}` : ''}`;
  const addresses = hosts.split(',').map((host) => `${before}${host}${rest}`);
  let turn = 0;
  return {
    current: () => addresses[turn]!,
    askRole: true,
    several: addresses.length > 1,
    failed(address) {
      if (addresses[turn] === address) turn = (turn + 1) % addresses.length;
    },
  };
}
