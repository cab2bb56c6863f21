/** What the owner's screen asks for where its address names no station: the only one, or some to choose from. */
export const OWN_STATIONS = { query: { pageSize: 20 } } as const;
