/** A family of devices as a choice shows it: its brand and its models. */
export const familyName = ({ brand, models }: { brand: string; models: readonly string[] }): string =>
  `${brand} ${models.join(', ')}`;
