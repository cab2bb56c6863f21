import type { ErrorEnvelope, ErrorKey, RouteName } from '@sunfleet/contract';
import { CallError } from './call-error.ts';
import { parseJson } from './parse-json.ts';
import { requestUrl } from './request-url.ts';
import { ROUTES } from './routes.ts';
import { createSigner, type Signer } from './signer.ts';
import type { Call, CallOptions, SendForm } from './types.ts';

export interface ClientOptions {
  /** Address of the API a route is asked at, `https://node/api`; read for each call because a login may change the node. */
  baseUrl: (name: RouteName) => string;
  /** Bearer of the session; the header is sent empty without one. */
  token: () => string | undefined;
  /** Whose session it is. What somebody began is not sent once more for whoever has signed in meanwhile. */
  whose?: () => unknown;
  language: () => string;
  appVersion: () => string;
  timeoutMs: number;
  /** Called with every refusal that is not quiet, so that its message is shown. */
  onRefused: (error: CallError) => void;
  /** Called when the session is missing or over (code 401). */
  onUnauthorised: (error: CallError) => void;
  /** Tries to replace the session token that was refused; true: there is a new one, so the call is sent once more. */
  renew?: (refused: string | undefined) => Promise<boolean>;
  /** Asks the holder of the session for a proof that the server wants; true: there is one, so the call is sent once more. */
  stepUp?: () => Promise<boolean>;
  fetch?: typeof fetch;
  /** Sends a form and tells how much of it has left, which `fetch` cannot; without it nobody is told. */
  sendForm?: SendForm;
}

interface AnyInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** What `request` resolves to: data, or the reason why no answer came. */
export type RequestResult = { ok: true; data: unknown } | { ok: false; error: CallError };

export interface Client {
  /** Rejects with the server's refusal (after telling `onRefused` or `onUnauthorised`); resolves with a transport error. */
  request: (name: RouteName, input?: AnyInput, options?: CallOptions) => Promise<RequestResult>;
  /** As `request`, with transport errors thrown too, for callers that keep one error path. */
  call: Call;
}

/** The one way from a page to the server: envelope off, errors typed. */
export function createClient(clientOptions: ClientOptions): Client {
  const signer = createSigner(async () => {
    const answer = await sendProven(options, { name: 'signingKey', input: {}, callOptions: {} });
    if (!(answer instanceof CallError) && answer.error === STEP_UP) throw new KeyRefused(answer);
    return !(answer instanceof CallError) && typeof answer.data === 'string' ? answer.data : undefined;
  });
  const options: SendingOptions = { ...clientOptions, signer, declined: new WeakSet() };
  const request: Client['request'] = async (name, input = {}, callOptions = {}) => {
    const answer = await sendProven(options, { name, input, callOptions });
    if (answer instanceof CallError) return { ok: false, error: answer };
    return { ok: true, data: unwrap(options, answer, callOptions) };
  };
  const call = async (name: RouteName, input?: AnyInput, callOptions?: CallOptions): Promise<unknown> => {
    const result = await request(name, input, callOptions);
    if (!result.ok) throw result.error;
    return result.data;
  };
  return { request, call: call as Call };
}

interface SendingOptions extends ClientOptions {
  signer: Signer;
  /** Refusals of a signing key: the holder of the session did not want to prove who they are. */
  declined: WeakSet<object>;
}

interface Sending {
  name: RouteName;
  input: AnyInput;
  callOptions: CallOptions;
}

/** Refusals after which the call is signed once more with a new key: the server has another key of this session, or none. */
const STALE_KEY: ReadonlySet<unknown> = new Set<ErrorKey>(['signatureMissing', 'signatureWrong']);

const STEP_UP: ErrorKey = 'stepUpNeeded';

/** The signing key was not given out: the call that needed it ends with the same refusal. */
class KeyRefused extends Error {
  readonly envelope: ErrorEnvelope;

  constructor(envelope: ErrorEnvelope) {
    super(envelope.msg);
    this.envelope = envelope;
  }
}

/** Sends a call that the server refused for want of a proof once more, when there is one. What was typed is in the call, not lost. */
async function sendProven(options: SendingOptions, sending: Sending): Promise<ErrorEnvelope | CallError> {
  const whose = options.whose?.();
  const isOthers = () => {
    const now = options.whose?.();
    return now !== undefined && now !== whose;
  };
  const answer = await sendRenewing(options, sending, isOthers);
  if (answer instanceof CallError || answer.error !== STEP_UP || !options.stepUp) return answer;
  // The call has asked already, for its signing key.
  if (options.declined.has(answer)) return answer;
  if (isOthers()) return new CallError('aborted');
  const proven = await options.stepUp();
  if (isOthers()) return new CallError('aborted');
  return proven ? sendRenewing(options, sending, isOthers) : answer;
}

async function sendSigned(options: SendingOptions, sending: Sending): Promise<ErrorEnvelope | CallError> {
  const answer = await send(options, sending);
  if (!ROUTES[sending.name].signed || !STALE_KEY.has(answer.error)) return answer;
  options.signer.forget();
  return send(options, sending);
}

async function sendRenewing(
  options: SendingOptions,
  sending: Sending,
  isOthers: () => boolean,
): Promise<ErrorEnvelope | CallError> {
  const token = options.token();
  const answer = await sendSigned(options, sending);
  if (answer.code !== 401 || sending.callOptions.bearer !== undefined || !options.renew) return answer;
  if (isOthers()) return new CallError('aborted');
  try {
    const renewed = await options.renew(token);
    if (isOthers()) return new CallError('aborted');
    return renewed ? await sendSigned(options, sending) : answer;
  } catch (error) {
    return error instanceof CallError ? error : answer;
  }
}

async function send(options: SendingOptions, sending: Sending): Promise<ErrorEnvelope | CallError> {
  const { name, input, callOptions } = sending;
  const { method, path, signed, raw } = ROUTES[name];
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const url = requestUrl(options.baseUrl(name), path, input);
  const isForm = typeof FormData !== 'undefined' && input.body instanceof FormData;
  const json = input.body !== undefined && !isForm ? JSON.stringify(input.body) : undefined;
  try {
    const signature = signed
      ? await options.signer.headers({ method, url, body: json ?? '' }, options.token() ?? '')
      : {};
    const headers = {
      ...headersOf(options, callOptions),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...signature,
    };
    const signal = callOptions.signal ? AbortSignal.any([timeout, callOptions.signal]) : timeout;
    if (isForm && callOptions.onSent && options.sendForm) {
      const form = { method, headers, body: input.body as FormData, signal };
      const sent = await options.sendForm(url, form, callOptions.onSent);
      return readEnvelope(sent.status, sent.text);
    }
    const body = json ?? (input.body as RequestInit['body']) ?? null;
    const response = await (options.fetch ?? fetch)(url, { method, headers, body, signal });
    if (raw && response.ok) return file(await response.blob());
    return readEnvelope(response.status, await response.text());
  } catch (error) {
    if (error instanceof KeyRefused) {
      options.declined.add(error.envelope);
      return error.envelope;
    }
    if (callOptions.signal?.aborted) return new CallError('aborted');
    return new CallError(timeout.aborted ? 'timeout' : 'offline');
  }
}

/** A file as if it had come in an envelope. */
const file = (content: Blob) => ({ code: 200, msg: '', data: content }) as unknown as ErrorEnvelope;

/** Headers every request carries. */
export function headersOf(
  options: Pick<ClientOptions, 'token' | 'language' | 'appVersion'>,
  callOptions: Pick<CallOptions, 'bearer'> = {},
): Record<string, string> {
  return {
    authorization: `Bearer ${callOptions.bearer ?? options.token() ?? ''}`.trim(),
    'accept-language': options.language(),
    appVersion: options.appVersion(),
  };
}

/** The envelope in an answer's text, or the error that there is none. */
export function readEnvelope(status: number, text: string): ErrorEnvelope | CallError {
  try {
    const body = parseJson(text) as ErrorEnvelope | null;
    if (typeof body?.code === 'number') return body;
  } catch {
    // Not JSON: a proxy's page, or an answer cut short.
  }
  return new CallError('badAnswer', { code: status });
}

function unwrap(options: ClientOptions, envelope: ErrorEnvelope, callOptions: CallOptions): unknown {
  if (envelope.code <= 200) return envelope.data;
  const error = new CallError('refused', {
    message: envelope.msg,
    code: envelope.code,
    error: envelope.error as ErrorKey,
    ...(envelope.fields ? { fields: envelope.fields } : {}),
  });
  // A token of its own is of a session that somebody leaves or renews: the one that is there now is not over by that.
  if (error.code === 401 && callOptions.bearer === undefined) options.onUnauthorised(error);
  else if (!callOptions.quiet) options.onRefused(error);
  throw error;
}
