// Commands of the device API by which parameters are read and set, as plain data like `words.ts` (docs/device-api.md).

/** Reads parameters; it changes nothing at the device. */
export const PARAMETERS_READ = 'parameters.read';
/** Sets one parameter. */
export const PARAMETERS_WRITE = 'parameters.write';

/** The attribute by which a device says that it knows both commands, and what it says then. */
export const PARAMETERS_ATTRIBUTE = { name: 'parameters', value: '1' } as const;

/** Names all devices of the device API where parameters of a family are set on several at once. */
export const DEVICE_API_FAMILY = 'device-api';

/** Reads what a device recorded around its last fault; the attribute by which it says that it does. */
export const FAULT_RECORDING_READ = 'faultRecording.read';
export const FAULT_RECORDING_ATTRIBUTE = { name: 'faultRecording', value: '1' } as const;
