/** Faults that may hurt people or burn things: only administrators keep them quiet. */
export const SAFETY_FAULTS: ReadonlySet<string> = new Set([
  ...[
    'arcFault',
    'arcSelfTest',
    'groundFault',
    'insulation',
    'leakage',
    'batteryOverTemperature',
    'batteryOverVoltage',
  ].map((key) => `faults.common.${key}`),
  ...['lowInsulation', 'batteryHot'].map((key) => `faults.rules.${key}`),
]);

/** Whether an alarm is about safety, by the key of its text. */
export const isSafetyFault = (textKey: string): boolean => SAFETY_FAULTS.has(textKey);
