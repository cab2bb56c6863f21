import { generateSecret, generateURI, verifySync } from 'otplib';

/** Seconds of a step; a code of the step before and the one after are taken too, because clocks differ. */
const STEP_SECONDS = 30;

/** A secret of 160 bits in Base32, as authenticator apps take it. */
export function mintTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** The text of the QR code from which an authenticator app learns the secret. */
export function totpUri(secret: string, label: string): string {
  return generateURI({ issuer: 'Sunfleet', label, secret });
}

/** The time step a code belongs to; undefined where it is wrong. Whether the step was used before is not looked at. */
export function totpStep(secret: string, code: string, now: number): number | undefined {
  if (!looksLikeTotp(code)) return undefined;
  const token = digitsOf(code);
  const epoch = Math.floor(now / 1000);
  const result = verifySync({ secret, token, epoch, period: STEP_SECONDS, epochTolerance: STEP_SECONDS });
  return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : undefined;
}

export function looksLikeTotp(code: string): boolean {
  return /^\d{6}$/.test(digitsOf(code));
}

/** People type the groups that their app shows. */
function digitsOf(code: string): string {
  return code.replaceAll(/[\s-]/g, '');
}
