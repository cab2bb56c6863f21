/** The organisation at the top of those that see each other's stations, of the scope path of one of them (`/1/7/`). */
export const rootOfScope = (scopePath: string): string => scopePath.split('/', 2)[1] ?? '';
