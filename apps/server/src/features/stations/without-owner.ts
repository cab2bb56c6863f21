/** A station whose owner's account is gone: its organisation can hand it over anew, and visitors to whom the owner opened it see it no more. */
export const WITHOUT_OWNER = { ownerId: null, handedOverAt: null, shared: false } as const;
