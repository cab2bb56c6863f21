/** Days in which a cancellation can be taken back. They stand here because an account shows when it will be erased. */
export const COOLING_OFF_DAYS = 15;
export const COOLING_OFF_MS = COOLING_OFF_DAYS * 86_400_000;
