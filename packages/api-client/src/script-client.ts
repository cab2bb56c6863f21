import { CallError } from './call-error.ts';
import { createClient } from './create-client.ts';
import type { Call } from './types.ts';

export interface ScriptOptions {
  /** `http://localhost:8080` */
  url: string;
  /** An API key, or the token of a session. */
  token?: string;
  language?: string;
  timeoutMs?: number;
  fetch?: typeof fetch;
}

/** Calls of a server for a script. What goes wrong is thrown in words that can be printed. */
export function createScriptClient(options: ScriptOptions): Call {
  const { url, token, language = 'en-US', timeoutMs = 60_000 } = options;
  const { call } = createClient({
    baseUrl: () => `${url.replace(/\/$/, '')}/api`,
    token: () => token,
    language: () => language,
    appVersion: () => 'script',
    timeoutMs,
    onRefused: () => undefined,
    onUnauthorised: () => undefined,
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  return ((...input) =>
    call(...input).catch((error: unknown) => Promise.reject(inWords(error, url)))) as Call;
}

/** Signs in by password and answers the calls of that session. */
export async function signIn(
  options: ScriptOptions,
  body: { account: string; password: string },
): Promise<{ call: Call; token: string }> {
  const session = await createScriptClient(options)('login', { body });
  if ('secondFactor' in session)
    throw new Error('This account asks for a second factor: make an API key and use it instead.');
  const { token } = session;
  return { token, call: createScriptClient({ ...options, token }) };
}

/** A refusal says what is wrong with each field; anything else says which server did not answer. */
function inWords(error: unknown, url: string): unknown {
  if (!(error instanceof CallError)) return error;
  if (error.kind === 'badAnswer') return new Error(`${url} answered ${error.code} without words.`);
  if (error.kind !== 'refused')
    return new Error(`${url} cannot be reached. Is the server running (npm start)?`);
  const fields = error.fields.map(({ path, message }) => `\n  ${path}: ${message}`).join('');
  const { code, error: key } = error;
  return new CallError('refused', {
    message: error.message + fields,
    code,
    fields: error.fields,
    ...(key ? { error: key } : {}),
  });
}
