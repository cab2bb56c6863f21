/** A product as lists and choices name it. */
export const productName = ({ manufacturer, model }: { manufacturer: string; model: string }): string =>
  `${manufacturer} ${model}`;
