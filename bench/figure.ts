/** One line of the result: `name value unit`. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
}

export interface Bench {
  /** Figures it can measure. */
  names: readonly string[];
  /** Measures those of `wanted` that are its own, and tells each one as soon as it is known. */
  run(wanted: ReadonlySet<string>, tell: (figure: Figure) => void): Promise<void>;
}

/** `figure value unit`, with as many digits as matter. */
export function line({ name, value, unit }: Figure): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${name} ${value.toFixed(digits)} ${unit}`;
}
