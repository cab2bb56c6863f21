/** What an expectation rests on, best first; `night` needs nothing, `none` knows nothing. The order is stored: add at the end only. */
export const EXPECTED_SOURCES = ['none', 'night', 'poa', 'ghi', 'weather', 'peers', 'clearSky'] as const;
export type ExpectedSource = (typeof EXPECTED_SOURCES)[number];

/** Those by which a station can be expected in daylight, best first. */
export const LIGHT_SOURCES = ['poa', 'ghi', 'weather', 'peers', 'clearSky'] as const;
export type LightSource = (typeof LIGHT_SOURCES)[number];

export const sourceCode = (source: ExpectedSource): number => EXPECTED_SOURCES.indexOf(source);
export const sourceOfCode = (code: number): ExpectedSource => EXPECTED_SOURCES[code] ?? 'none';
