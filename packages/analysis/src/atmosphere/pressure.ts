import { vectorised } from '../vector/vectorised.ts';

/** Mean air pressure in Pa at an altitude in metres. The standard atmosphere below 11 km: 101325 Pa, 288.15 K and 6.5 K/km. */
export const alt2pres = vectorised<{ altitude: number }>(
  { altitude: NaN },
  ({ altitude }) => 100 * ((44331.514 - altitude) / 11880.516) ** (1 / 0.1902632),
);

/** The altitude in metres at which air has that mean pressure in Pa; the inverse of `alt2pres` within 0.1 m. */
export const pres2alt = vectorised<{ pressure: number }>(
  { pressure: NaN },
  ({ pressure }) => 44331.5 - 4946.62 * pressure ** 0.190263,
);
