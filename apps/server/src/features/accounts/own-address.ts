import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { createNearBy } from '../../platform/connections/near-by.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { listThemes } from '../themes/index.ts';

type Parts = Pick<Platform, 'db' | 'config'>;

const isPrivate = createNearBy(['linklocal', 'uniquelocal']);

/** No name of a host is as long, with its port. What is longer can hold thousands of letters of which one form is made, 10 ms of the only turn. */
const LONGEST_HOST = 300;

/**
 * The address at which people reach this server. A caller writes `Host` as it likes, so it decides nothing that the settings do not know:
 * `SUNFLEET_PUBLIC_URL`, hosts with a theme, the nodes, and addresses that lead nowhere from outside (this machine and private networks).
 * Forwarded headers count only from trusted proxies, which fastify looks after; the host that they name is judged in the same way.
 * Throws AppError `hostUnknown`.
 */
export async function ownAddress(platform: Parts, request: FastifyRequest): Promise<URL> {
  const { publicUrl } = platform.config;
  const own = publicUrl === undefined ? null : URL.parse(publicUrl);
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  const asked = request.host.length <= LONGEST_HOST ? URL.parse(`${scheme}://${request.host}`) : null;
  const isOwn = own !== null && (!asked || asked.host === own.host);
  if (asked && !isOwn && (await isNamed(platform, asked))) return asked;
  if (own) return own;
  if (asked && isLocal(asked.hostname)) return asked;
  throw new AppError('hostUnknown', { host: asked?.host ?? '' });
}

/** Whether it is this machine or an address of a private network: nobody can make another's browser believe to be there by a name. */
function isLocal(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) > 0 && isPrivate(address);
}

/** Whether the operator named the host, by a theme or as a node. */
async function isNamed(platform: Parts, { host, hostname, origin }: URL): Promise<boolean> {
  const nodes = platform.config.nodes.split(',').map((entry) => entry.split(';')[0]?.split('=')[1]);
  if (nodes.some((url) => URL.parse(url?.trim() ?? '')?.origin === origin)) return true;
  const themes = await listThemes(platform);
  return themes.some(({ url }) => [host, hostname].includes(url.toLowerCase()));
}
