/** Kelvin at 0 degC. */
export const ZERO_CELSIUS = 273.15;
/** J/K. */
export const BOLTZMANN = 1.380649e-23;
/** C. */
export const ELEMENTARY_CHARGE = 1.602176634e-19;
/** eV/K. */
export const BOLTZMANN_EV = BOLTZMANN / ELEMENTARY_CHARGE;
/** W/(m2 K4). */
export const STEFAN_BOLTZMANN = 5.670374419e-8;
