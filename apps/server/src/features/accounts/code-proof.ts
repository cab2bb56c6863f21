import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODE_MS } from './send-code.ts';

const NAME = 'sunfleet.codeProof';

/**
 * Gives the caller of a check its proof as a cookie: pages cannot read it, other sites cannot send it, and it goes to the reset of a
 * password alone.
 */
export function sendCodeProof(request: FastifyRequest, reply: FastifyReply, proof: string): void {
  reply.header('set-cookie', cookie(request, proof, CODE_MS / 1000));
}

/** Takes the proof back once it is used. */
export function clearCodeProof(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', cookie(request, '', 0));
}

/** The proof that a request carries. */
export function readCodeProof({ headers }: FastifyRequest): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) || undefined;
}

function cookie({ protocol }: FastifyRequest, value: string, seconds: number): string {
  const parts = [
    `${NAME}=${value}`,
    'Path=/api/ups/user/resetPwd',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
  ];
  return [...parts, ...(protocol === 'https' ? ['Secure'] : [])].join('; ');
}
