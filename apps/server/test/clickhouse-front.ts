/**
 * A program that answers ClickHouse's HTTP interface from an embedded engine: `node clickhouse-front.ts <directory>` prints
 * its port. It stands in for a server in tests; one request at a time, what the official client sends and no more.
 */
import { mkdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Session } from 'chdb';

const directory = process.argv[2]!;
mkdirSync(directory, { recursive: true });
const session = new Session(path.join(directory, 'engine'));

/** Parameters of the interface itself; every other one is a setting or a `param_` of the query. */
const OF_THE_INTERFACE =
  /^(query|query_id|database|session_.*|default_format|role|wait_end_of_query|.*_http_.*)$/;

const quoted = (text: string) => `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;

async function run(url: URL, body: Buffer): Promise<Uint8Array> {
  const inUrl = url.searchParams.get('query');
  await session.queryAsync(`USE ${url.searchParams.get('database') ?? 'default'}`);
  for (const [name, value] of url.searchParams) {
    if (!OF_THE_INTERFACE.test(name)) await session.queryAsync(`SET ${name} = ${quoted(value)}`);
  }
  const native = /^\s*INSERT INTO (.+) FORMAT Native\s*$/s.exec(inUrl ?? '');
  if (native) return insertFile(native[1]!, body);
  const text = inUrl === null ? body.toString() : `${inUrl}\n${body.toString()}`;
  return (await session.queryAsync(text)).bytes();
}

async function insertFile(target: string, body: Buffer): Promise<Uint8Array> {
  const file = path.join(directory, 'insert.native');
  await writeFile(file, body);
  await session.queryAsync(`INSERT INTO ${target} SELECT * FROM file(${quoted(file)}, 'Native')`);
  await rm(file);
  return new Uint8Array();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://front');
  if (url.pathname === '/ping') return void response.end('Ok.\n');
  try {
    response.end(await run(url, await buffer(request)));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    response.writeHead(500, { 'x-clickhouse-exception-code': /Code: (\d+)/.exec(text)?.[1] ?? '1000' });
    response.end(text);
  }
}

let last: Promise<void> = Promise.resolve();
const server = createServer((request, response) => {
  last = last.then(() => answer(request, response));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`));
