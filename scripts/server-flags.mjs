/**
 * Flags of V8 for the server. V8 starts with a young generation of 1 MB and shrinks it while little happens; each second of a quiet
 * server fills that, and what was just read then ages into the old generation. With 8 MB most of it dies young. V8 also looks for garbage
 * in the whole heap whenever little happens: 50 to 90 ms on the main thread several times a minute, in which a command waits.
 */
export const SERVER_FLAGS = ['--min-semi-space-size=8', '--no-memory-reducer'];
