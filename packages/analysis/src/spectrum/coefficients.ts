/** The coefficients that are told, or those of a named module. Throws where there are neither or both, or the name is unknown. */
export function coefficientsOf(
  sets: Readonly<Record<string, readonly number[]>>,
  moduleType: string,
  told: readonly number[],
): readonly number[] {
  if ((moduleType === '') === (told.length === 0)) throw new TypeError('one of moduleType and coefficients');
  const coefficients = moduleType === '' ? told : sets[moduleType];
  if (!coefficients)
    throw new TypeError(`moduleType: one of ${Object.keys(sets).join(', ')}, not ${moduleType}`);
  const length = Object.values(sets)[0]!.length;
  if (coefficients.length !== length)
    throw new RangeError(`coefficients: ${length} values, not ${coefficients.length}`);
  return coefficients;
}
