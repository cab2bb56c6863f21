/**
 * Flags of V8 for the server. V8 starts with a young generation of 1 MB and shrinks it while little happens; each second of a quiet
 * server fills that, and what was just read then ages into the old generation. With 8 MB most of it dies young.
 */
export const SERVER_FLAGS = ['--min-semi-space-size=8'];
