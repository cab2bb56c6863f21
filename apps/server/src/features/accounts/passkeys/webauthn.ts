/** The library of the ceremonies, read when the first passkey is used: it is large, and a start must not wait for it. */
export const webauthn = () => import('@simplewebauthn/server');
