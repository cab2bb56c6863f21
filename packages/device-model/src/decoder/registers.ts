import { pointByKey } from '../catalogue/points.ts';
import { decodePoints } from '../profile/decode.ts';
import type { DecodedPoints } from '../profile/decoded-points.ts';
import { RegisterImage } from '../profile/register-image.ts';
import type { Profile } from '../profile/schema.ts';
import { startsSunSpec, sunSpecChain, SUNSPEC_BASE } from '../sunspec/chain.ts';
import { decodeSunSpec } from '../sunspec/decode.ts';

/** What registers mean: values with the units of the catalogue, texts, and the models of a SunSpec map. */
export interface DecodedRegisters {
  values: Record<string, { value: number; unit: string }>;
  texts: Record<string, string>;
  models?: { model: number; address: number; length: number }[];
}

/** Words that were read, and from which address on where that is known. */
export interface ReadWords {
  fn: 3 | 4;
  address: number | undefined;
  words: ArrayLike<number>;
}

/** Reads words as a profile says, or as SunSpec where they begin with its marker; undefined where neither is known. */
export function decodeRegisters(read: ReadWords, profile?: Profile): DecodedRegisters | undefined {
  const image = new RegisterImage();
  if (startsSunSpec(read.words)) {
    image.load(read.fn, SUNSPEC_BASE, read.words);
    const models = sunSpecChain(image, read.fn).map(({ model, addr, length }) => ({
      model,
      address: addr,
      length,
    }));
    return { ...named(decodeSunSpec(image, read.fn)), models };
  }
  if (profile === undefined || read.address === undefined) return undefined;
  image.load(read.fn, read.address, read.words);
  return named(decodePoints(profile, image));
}

/** Values beside their units. */
export function withUnits(values: Readonly<Record<string, number>>): DecodedRegisters['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, { value, unit: pointByKey(key)?.unit ?? '' }]),
  );
}

function named({ values, texts }: DecodedPoints): DecodedRegisters {
  return { values: withUnits(values), texts };
}
