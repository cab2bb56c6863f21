import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * The door of an S3-compatible store, for tests: one bucket in memory. It knows what files need (objects whole, in ranges and in parts, lists
 * by pages) and refuses what AWS would: wrong signatures (version 4), bodies that are not what was signed, parts that are too small.
 */
export interface S3Door {
  url: string;
  objects: Map<string, S3Object>;
  /** Uploads in parts that were neither completed nor taken back. */
  openUploads(): number;
  /** Requests so far, as `GET /bucket/key`. */
  requests: string[];
  /** Does something else with the next requests that it answers true for. */
  disturb: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  stop(): Promise<void>;
}

interface S3Object {
  bytes: Buffer;
  etag: string;
  writtenAt: Date;
}

export interface S3Account {
  bucket: string;
  key: string;
  secret: string;
  region: string;
  /** Objects of a page of a list. */
  pageSize?: number;
}

const SMALLEST_PART = 5 * 1024 * 1024;
const SKEW_MS = 15 * 60_000;

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export async function openS3Door(account: S3Account): Promise<S3Door> {
  const objects = new Map<string, S3Object>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const door: S3Door = {
    url: '',
    objects,
    openUploads: () => uploads.size,
    requests: [],
    disturb: undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    door.requests.push(`${request.method} ${request.url}`);
    if (door.disturb?.(request, response)) return;
    answer({ account, objects, uploads }, request, response).catch((error: unknown) =>
      refuse(response, error),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  door.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return door;
}

interface Inside {
  account: S3Account;
  objects: Map<string, S3Object>;
  uploads: Map<string, Map<number, Buffer>>;
}

async function answer(inside: Inside, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  checkSignature(inside.account, request, body);
  const url = new URL(request.url!, 'http://door');
  const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
  if (bucket !== inside.account.bucket) throw new Refusal(404, 'NoSuchBucket');
  const call = { ...inside, request, response, body, query: url.searchParams, key: rest.join('/') };
  if (call.key === '') return call.request.method === 'HEAD' ? void response.end() : answerList(call);
  if (call.query.has('uploadId') || call.query.has('uploads')) return answerParts(call);
  return answerObject(call);
}

interface Call extends Inside {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
  query: URLSearchParams;
  key: string;
}

function answerObject({ request, response, objects, key, body }: Call): void {
  if (request.method === 'PUT') return void response.setHeader('etag', put(objects, key, body)).end();
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  const found = objects.get(key);
  if (!found) throw new Refusal(404, 'NoSuchKey');
  const { 'if-match': match, range } = request.headers;
  if (match && match !== found.etag) throw new Refusal(412, 'PreconditionFailed');
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  if (from > 0 && from >= found.bytes.length) throw new Refusal(416, 'InvalidRange');
  const bytes = found.bytes.subarray(from);
  response.writeHead(range ? 206 : 200, {
    etag: found.etag,
    'content-length': bytes.length,
    'last-modified': found.writtenAt.toUTCString(),
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function answerParts({ request, response, objects, uploads, key, query, body }: Call): void {
  if (query.has('uploads')) {
    const id = randomUUID();
    uploads.set(id, new Map());
    return void response.end(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  const id = query.get('uploadId')!;
  const parts = uploads.get(id);
  if (!parts) throw new Refusal(404, 'NoSuchUpload');
  if (request.method === 'DELETE') {
    uploads.delete(id);
    return void response.writeHead(204).end();
  }
  if (request.method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body);
    return void response.setHeader('etag', etagOf(body)).end();
  }
  const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part!)![1]),
    etag: /<ETag>(.*?)</.exec(part!)![1]!.replaceAll('&quot;', '"'),
  }));
  const bytes = named.map(({ number, etag }, index) => {
    const part = parts.get(number);
    if (!part || etagOf(part) !== etag || number !== index + 1) throw new Refusal(400, 'InvalidPart');
    if (index < named.length - 1 && part.length < SMALLEST_PART) throw new Refusal(400, 'EntityTooSmall');
    return part;
  });
  uploads.delete(id);
  const etag = put(objects, key, Buffer.concat(bytes));
  response.end(`<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
}

function answerList({ response, account, objects, query }: Call): void {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const names = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/') && key > after)
    .toSorted();
  const page = names.slice(0, account.pageSize ?? 1000);
  const more = names.length > page.length;
  const rows = page.map((key) => {
    const { writtenAt, bytes, etag } = objects.get(key)!;
    return `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified><ETag>${etag}</ETag><Size>${bytes.length}</Size></Contents>`;
  });
  response.end(
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${rows.join('')}${
      more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    }</ListBucketResult>`,
  );
}

function put(objects: Map<string, S3Object>, key: string, bytes: Buffer): string {
  const etag = etagOf(bytes);
  objects.set(key, { bytes, etag, writtenAt: new Date() });
  return etag;
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

/** AWS Signature Version 4, from its description: what was signed is put together from the request as it came. */
function checkSignature(account: S3Account, request: IncomingMessage, body: Buffer): void {
  const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': sum } = request.headers;
  const given =
    /^AWS4-HMAC-SHA256 Credential=(?<key>[^/]+)\/(?<scope>[^,]+), ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/.exec(
      authorization,
    )?.groups;
  if (!given || typeof date !== 'string' || typeof sum !== 'string') throw new Refusal(403, 'AccessDenied');
  if (given.key !== account.key) throw new Refusal(403, 'InvalidAccessKeyId');
  const day = date.slice(0, 8);
  if (given.scope !== `${day}/${account.region}/s3/aws4_request`)
    throw new Refusal(403, 'SignatureDoesNotMatch');
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - at) < SKEW_MS)) throw new Refusal(403, 'RequestTimeTooSkewed');
  if (sum !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const [path = '', query = ''] = request.url!.split('?');
  const sorted = query
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .toSorted();
  const names = given.names!.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) throw new Refusal(403, 'AccessDenied');
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const canonical = [request.method, path, sorted.join('&'), headers.join(''), given.names, sum].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, given.scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(hmac(`AWS4${account.secret}`, day), account.region),
  );
  if (hmac(key, text).toString('hex') !== given.signature) throw new Refusal(403, 'SignatureDoesNotMatch');
}

function refuse(response: ServerResponse, error: unknown): void {
  const { status, code } = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
