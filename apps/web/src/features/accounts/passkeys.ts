import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { loadChunk } from '../../lib/load-chunk.ts';

type Json = Record<string, unknown>;

/** Whether this browser, on this address, offers passkeys: they need https. */
export const browserHasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Lets somebody choose a passkey and answers what the server checks. Rejects when it was stopped. */
export async function signWithPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await loadChunk(() => import('@simplewebauthn/browser'));
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({ optionsJSON })) as unknown as Json;
}

/** Makes a passkey on this device and answers what the server keeps. Rejects when it was stopped. */
export async function makePasskey(options: Json): Promise<Json> {
  const { startRegistration } = await loadChunk(() => import('@simplewebauthn/browser'));
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await startRegistration({ optionsJSON })) as unknown as Json;
}
