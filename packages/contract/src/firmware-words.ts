// Words of firmware, as plain data like `words.ts`.

/** What of a device a firmware is for: its own main program, a processor of it, or what hangs on it. */
export const FIRMWARE_COMPONENTS = ['logger', 'inverter', 'inverterDsp', 'bms', 'meter'] as const;
export type FirmwareComponent = (typeof FIRMWARE_COMPONENTS)[number];

/** How far a firmware is on its way. A draft and one in test are for those who manage the library; what was withdrawn never comes back. */
export const FIRMWARE_STATES = ['draft', 'inTest', 'released', 'withdrawn'] as const;
export type FirmwareState = (typeof FIRMWARE_STATES)[number];
