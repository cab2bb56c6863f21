import type { Operation } from './read-openapi.ts';

/** What was typed for a route. */
export interface RequestDraft {
  /** By place and name, `path.id`. */
  values: Readonly<Record<string, string>>;
  body: string;
  file: File | undefined;
}

export interface ReadRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

export type DraftProblem = { kind: 'missing'; name: string } | { kind: 'json'; why: string };

/** The request that was typed, or what is wrong with it. The server judges everything else. */
export function readDraft(
  { parameters, body }: Operation,
  draft: RequestDraft,
): { input: ReadRequest } | { problem: DraftProblem } {
  const input: ReadRequest = {};
  for (const { name, in: place, required } of parameters) {
    const value = (draft.values[`${place}.${name}`] ?? '').trim();
    if (value === '') {
      if (required) return { problem: { kind: 'missing', name } };
      continue;
    }
    if (place === 'path') input.params = { ...input.params, [name]: value };
    else input.query = { ...input.query, [name]: value };
  }
  if (body === 'file') {
    if (!draft.file) return { problem: { kind: 'missing', name: 'file' } };
    const form = new FormData();
    form.append('file', draft.file, draft.file.name);
    input.body = form;
  }
  if (body === 'json') {
    try {
      input.body = JSON.parse(draft.body) as unknown;
    } catch (error) {
      return { problem: { kind: 'json', why: error instanceof Error ? error.message : '' } };
    }
  }
  return { input };
}

/** The same request for a program, with an API key in the place of the session. */
export function curlOf(
  { method, path }: Operation,
  { params, query, body }: ReadRequest,
  origin: string,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quoted(`${origin}${filled}${search === '' ? '' : `?${search}`}`),
    `-H ${quoted('Authorization: Bearer <API key>')}`,
  ];
  if (body instanceof FormData) parts.push('-F file=@FILE');
  else if (body !== undefined)
    parts.push(`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(JSON.stringify(body))}`);
  return parts.join(' ');
}

/** For a shell: nothing inside of single quotes means anything but the quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
