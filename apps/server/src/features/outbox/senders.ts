import type { Config } from '../../config.ts';

/** A message as a provider takes it. */
export interface OutgoingMessage {
  /** The same with every try, so that what was sent right before a server was killed can be known as the same. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** Hands a message to a provider; throws where the provider did not take it. */
export type Sender = (message: OutgoingMessage) => Promise<void>;

/** Providers by channel; undefined: none is configured. */
export type Senders = Readonly<Record<'mail' | 'sms', Sender | undefined>>;

/** How long a provider may take to answer. Shorter than the time a worker holds a message. */
const PATIENCE_MS = 15_000;

export function configuredSenders({ mail, sms }: Pick<Config, 'mail' | 'sms'>): Senders {
  return { mail: mail && smtpSender(mail), sms: sms && httpSmsSender(sms) };
}

/** Mail by an SMTP server, as plain text. */
function smtpSender(mail: NonNullable<Config['mail']>): Sender {
  let transport: ReturnType<typeof smtpTransport> | undefined;
  const domain = /@([a-z0-9.-]+)>?\s*$/i.exec(mail.from)?.[1] ?? 'localhost';
  return async ({ id, ...message }) => {
    transport ??= smtpTransport(mail);
    await (await transport).sendMail({ ...message, messageId: `<${id}@${domain}>` });
  };
}

/** The library is read with the first message: a start must not wait for it. */
async function smtpTransport({ smtpUrl, from }: NonNullable<Config['mail']>) {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    {
      url: smtpUrl,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    },
    { from, headers: { 'auto-submitted': 'auto-generated' } },
  );
}

/** SMS by an HTTP service: POST of `{to, text}` as JSON with an `Idempotency-Key`; every 2xx means that it was taken. */
function httpSmsSender({ url, token }: NonNullable<Config['sms']>): Sender {
  return async ({ id, to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ to, text }),
      // What is sent may be a code, and where the service sends elsewhere nobody has named.
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const answer = await beginningOf(response);
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${answer}`);
  };
}

/** So many letters of an answer, which is read no further, however long it is. */
const TOLD = 200;

async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= TOLD) break;
  }
  return text.slice(0, TOLD);
}
