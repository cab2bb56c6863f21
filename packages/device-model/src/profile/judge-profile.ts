import { didYouMean } from '../catalogue/near-miss.ts';
import { pointByKey } from '../catalogue/points.ts';
import { decodePoints } from './decode.ts';
import { encodePoints } from './encode.ts';
import { exampleValues } from './example-values.ts';
import { RegisterImage } from './register-image.ts';
import { defineProfile, type Profile, type ProfileInput, type ProfileWrite } from './schema.ts';
import { addressesOf, functionOf } from './words.ts';
import * as z from 'zod';

/** Texts that a device tells beside its numbers. */
const PROFILE_TEXTS: ReadonlySet<string> = new Set([
  'serialNumber',
  'firmware',
  'model',
  'manufacturer',
  'clock',
]);

export type ProfileFaultKind =
  | 'shape'
  | 'unknownPoint'
  | 'notRead'
  | 'bitOrValue'
  | 'overlap'
  | 'changes'
  | 'range'
  | 'noSource';

export interface ProfileProblem {
  /** Where it stands, as `points.3.addr`. */
  path: string;
  kind: ProfileFaultKind;
  message: string;
}

export interface JudgedProfile {
  /** Undefined where its data do not have the shape of a profile. */
  profile: Profile | undefined;
  problems: ProfileProblem[];
}

/**
 * What is wrong with the data of a profile: its shape, names that the catalogue does not know, references to what is not read, registers that
 * two points want, and values that come back changed when they are written into registers and read again. Nothing wrong: no problems.
 */
export function judgeProfile(input: unknown): JudgedProfile {
  let profile: Profile;
  try {
    profile = defineProfile(input as ProfileInput);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const problems = error.issues.map(({ path, message }) => ({
      path: path.join('.'),
      kind: 'shape' as const,
      message,
    }));
    return { profile: undefined, problems };
  }
  const problems = [
    ...namesUnknown(profile),
    ...referencesLost(profile),
    ...registersShared(profile),
    ...parametersOutOfRange(profile),
    ...(profile.sources.length === 0
      ? [
          {
            path: 'sources',
            kind: 'noSource' as const,
            message: 'a profile names where its registers are from',
          },
        ]
      : []),
  ];
  return { profile, problems: problems.length > 0 ? problems : valuesChanged(profile) };
}

function namesUnknown({ points, derived, faults }: Profile): ProfileProblem[] {
  const named = [
    ...points.map(({ key }, index) => ({ key, path: `points.${index}.key` })),
    ...derived.map(({ key }, index) => ({ key, path: `derived.${index}.key` })),
    ...faults.map(({ point: key }, index) => ({ key, path: `faults.${index}.point` })),
  ];
  return named
    .filter(({ key }) => !PROFILE_TEXTS.has(key) && !pointByKey(key))
    .map(({ key, path }) => {
      const meant = didYouMean(key);
      const hint = meant ? `; did you mean ${meant}?` : '';
      return { path, kind: 'unknownPoint', message: `${key} is no point of the catalogue${hint}` };
    });
}

function referencesLost({ points, derived, faults, sunspec }: Profile): ProfileProblem[] {
  if (sunspec) return [];
  const known = new Set(points.map(({ key }) => key));
  const lost = (path: string, key: string): ProfileProblem[] =>
    known.has(key)
      ? []
      : [{ path, kind: 'notRead', message: `${key} is not among the points that are read` }];
  return [
    ...derived.flatMap(({ key, of }, index) => {
      const problems = of.flatMap((part, at) => lost(`derived.${index}.of.${at}`, part));
      known.add(key);
      return problems;
    }),
    ...faults.flatMap(({ point, bit, value }, index) => [
      ...lost(`faults.${index}.point`, point),
      ...((bit === undefined) === (value === undefined)
        ? [
            {
              path: `faults.${index}`,
              kind: 'bitOrValue' as const,
              message: 'a fault is a bit of its word or a whole value of it, one of both',
            },
          ]
        : []),
    ]),
  ];
}

/** Two points may look at one register only where both read the same words the same way, as one that is shown under two names. */
function registersShared(profile: Profile): ProfileProblem[] {
  const owners = new Map<string, string>();
  return profile.points.flatMap((point, index) => {
    const fn = functionOf(profile, point);
    const words = addressesOf(point).map((address) => `${fn}:${address}`);
    const own = `${words.join(' ')} ${point.type}`;
    const others = words.filter((word) => owners.has(word) && owners.get(word) !== own);
    for (const word of words) owners.set(word, own);
    if (others.length === 0) return [];
    const message = `${point.key} reads registers that another point reads otherwise: ${others.map((word) => word.slice(2)).join(', ')}`;
    return [{ path: `points.${index}.addr`, kind: 'overlap', message }];
  });
}

function parametersOutOfRange({ writes }: Profile): ProfileProblem[] {
  return writes.flatMap((write, index) => {
    const path = `writes.${index}`;
    const problem = (message: string): ProfileProblem[] => [{ path, kind: 'range', message }];
    if (write.min > write.max) return problem(`${write.key}: its least value is above its greatest`);
    const [lowest, highest] = held(write);
    if (write.min < lowest || write.max > highest)
      return problem(`${write.key}: its register holds ${lowest} to ${highest}`);
    const strays = Object.keys(write.choices ?? {}).filter(
      (value) => Number(value) < write.min || Number(value) > write.max,
    );
    return strays.length > 0 ? problem(`${write.key}: choices out of its range: ${strays.join(', ')}`) : [];
  });
}

/** What the register of a parameter can hold. */
function held({ type, scale }: ProfileWrite): readonly [number, number] {
  if (type === 'hhmm') return [0, 1439];
  const [lowest, highest] = type === 'i16' ? [-0x8000, 0x7fff] : [0, 0xffff];
  const ends = [lowest * scale, highest * scale];
  return [Math.min(...ends), Math.max(...ends)];
}

/** Values that come back changed. */
function valuesChanged(profile: Profile): ProfileProblem[] {
  if (profile.sunspec) return [];
  const values = exampleValues(profile);
  const image = new RegisterImage();
  encodePoints(profile, { values, texts: {} }, image);
  const back = decodePoints(profile, image).values;
  return profile.points.flatMap(({ key }, index) => {
    const value = values[key];
    if (value === undefined || back[key] === value) return [];
    const message = `${key}: ${value} written into its registers reads ${back[key] ?? 'nothing'}`;
    return [{ path: `points.${index}`, kind: 'changes', message }];
  });
}
