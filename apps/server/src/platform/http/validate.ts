import type { FieldError, Language, RouteDefinition } from '@sunfleet/contract';
import * as z from 'zod';
import { AppError } from '../errors.ts';
import type { Text } from '../text.ts';
import { MOST_ENTRIES, valueFault } from './value-fault.ts';

type Locale = () => { localeError: z.core.$ZodErrorMap };

const LOCALES: Readonly<Record<Language, Locale>> = {
  'zh-CN': z.locales.zhCN,
  'en-US': z.locales.en,
  'pt-BR': z.locales.pt,
  'ko-KR': z.locales.ko,
  'es-ES': z.locales.es,
  'ja-JP': z.locales.ja,
  'it-IT': z.locales.it,
  'nl-NL': z.locales.nl,
  'pl-PL': z.locales.pl,
  'de-DE': z.locales.de,
};

const errorMaps = new Map<Language, z.core.$ZodErrorMap>();

function errorMap(language: Language): z.core.$ZodErrorMap {
  const map = errorMaps.get(language) ?? LOCALES[language]().localeError;
  errorMaps.set(language, map);
  return map;
}

interface RawRequest {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Language and texts of the messages about wrong fields. */
interface Words {
  language: Language;
  text: Text;
}

/** Wrong fields of one part that an answer tells. */
const MOST_TOLD = 50;

/**
 * Checks params, query and body of a request. Throws AppError `invalidInput` with one line a wrong field, in the language: in the
 * product's words for its own rules, in the library's for everything else.
 */
export function validate(definition: RouteDefinition, raw: RawRequest, words: Words): RawRequest {
  const fields: FieldError[] = [];
  const read = (part: keyof RawRequest) => {
    const schema = definition[part];
    if (!schema) return undefined;
    const most = part === 'body' ? (definition.bodyEntries ?? MOST_ENTRIES) : MOST_ENTRIES;
    const fault = valueFault(raw[part], most);
    if (fault) {
      const message = words.text(words.language, `rules.${fault.rule}`, { most });
      fields.push({ path: [part, ...fault.path].join('.'), message });
      return undefined;
    }
    const parsed = schema.safeParse(raw[part] ?? {}, { error: errorMap(words.language) });
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues.slice(0, MOST_TOLD)) {
      fields.push({ path: [part, ...issue.path].join('.'), message: messageOf(issue, words) });
    }
    return undefined;
  };
  const result = { params: read('params'), query: read('query'), body: read('body') };
  if (fields.length > 0)
    throw new AppError('invalidInput', { fields: fields.map((field) => field.path).join(', ') }, fields);
  return result;
}

/** Reads a value that came otherwise than as a request; `issues` are told in the language. */
export function readValue<S extends z.ZodType>(
  schema: S,
  value: unknown,
  words: Words,
): { data: z.infer<S> } | { issues: { path: PropertyKey[]; message: string }[] } {
  const parsed = schema.safeParse(value, { error: errorMap(words.language) });
  if (parsed.success) return { data: parsed.data };
  return {
    issues: parsed.error.issues.map((issue) => ({ path: issue.path, message: messageOf(issue, words) })),
  };
}

function messageOf(issue: z.core.$ZodIssue, { language, text }: Words): string {
  const rule = issue.code === 'custom' ? (issue.params?.['rule'] as unknown) : undefined;
  return typeof rule === 'string' ? text(language, `rules.${rule}`) : issue.message;
}
