import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { AppError } from '../errors.ts';

/**
 * The address at which people reach this server. A caller writes `Host` as it likes, so the setting counts where there is one. Forwarded
 * headers count only from trusted proxies, which fastify looks after. Throws AppError `notFound` where `Host` is no name of a host.
 */
export function ownAddress({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest): URL {
  const address = URL.parse(publicUrl ?? `${request.protocol}://${request.host}`);
  if (!address) throw new AppError('notFound');
  return address;
}
