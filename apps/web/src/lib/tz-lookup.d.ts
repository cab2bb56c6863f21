declare module 'tz-lookup' {
  /** IANA time zone at a position, degrees WGS-84; throws a RangeError when it is outside the globe. */
  export default function tzLookup(latitude: number, longitude: number): string;
}
