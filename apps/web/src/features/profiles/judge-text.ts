import { didYouMean, judgeProfile, type Profile, type ProfileProblem } from '@sunfleet/device-model';

export interface TextProblem {
  kind: ProfileProblem['kind'] | 'json';
  /** Where it stands, as `points.3.addr`; of text that is no JSON its line. */
  path: string;
  /** What stands there. */
  found: string;
  /** A name of the catalogue that may be meant. */
  meant: string | undefined;
}

export interface JudgedText {
  /** Undefined where it cannot be tested. */
  profile: Profile | undefined;
  problems: readonly TextProblem[];
}

const LONGEST = 80;

/** What is wrong with the text of a profile, place by place. */
export function judgeText(text: string): JudgedText {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    return { profile: undefined, problems: [notJson(text, error)] };
  }
  const { profile, problems } = judgeProfile(input);
  const told = problems.map(({ kind, path }) => {
    const found = valueAt(input, path);
    const meant = kind === 'unknownPoint' && typeof found === 'string' ? didYouMean(found) : undefined;
    return { kind, path, found: shown(found), meant };
  });
  return { profile, problems: told };
}

function notJson(text: string, error: unknown): TextProblem {
  const [, position] = /position (\d+)/.exec(String(error)) ?? [];
  const line = position === undefined ? 1 : text.slice(0, Number(position)).split('\n').length;
  return {
    kind: 'json',
    path: String(line),
    found: (text.split('\n')[line - 1] ?? '').trim().slice(0, LONGEST),
    meant: undefined,
  };
}

function valueAt(input: unknown, path: string): unknown {
  let value = input;
  for (const part of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function shown(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
