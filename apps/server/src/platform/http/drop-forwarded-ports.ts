import type { FastifyInstance } from 'fastify';

/** Some proxies name the port beside the address. Each connection of the same sender would count as a network of its own. */
export function dropForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const named = headers['x-forwarded-for'];
    if (typeof named === 'string') headers['x-forwarded-for'] = withoutPorts(named);
    done();
  });
}

/** `named`: addresses, separated by commas; those of IPv6 stand in brackets where a port follows. */
export function withoutPorts(named: string): string {
  return named.split(',').map(withoutPort).join(', ');
}

function withoutPort(address: string): string {
  const plain = address.trim();
  const found = /^\[([^\]]+)\](?::\d+)?$/.exec(plain) ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(plain);
  return found?.[1] ?? plain;
}
