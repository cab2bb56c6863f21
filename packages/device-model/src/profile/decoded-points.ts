/** What a device said, in the words of the platform. */
export interface DecodedPoints {
  /** Values by canonical key; a point that is not implemented, out of range or not read is absent. */
  values: Record<string, number>;
  /** Texts by key: `serialNumber`, `firmware`, `model`. */
  texts: Record<string, string>;
}
