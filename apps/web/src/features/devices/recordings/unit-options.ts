import { pointByKey, unitConversion, UNITS } from '@sunfleet/device-model';

/** Units that can become the one of a point of the catalogue. */
export const unitsFor = (point: string): readonly string[] => {
  const wanted = pointByKey(point)?.unit ?? '';
  return wanted === '' ? [''] : UNITS.filter((unit) => unitConversion(unit, wanted));
};

/** The unit in which a custom point comes, as far as it is known: else that of the catalogue. */
export function startUnit(said: string, point: string | undefined): string {
  const wanted = (point && pointByKey(point)?.unit) || '';
  return unitConversion(said, wanted) ? said : wanted;
}
