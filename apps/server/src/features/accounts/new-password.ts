import { passwordRule, type Rule } from '@sunfleet/contract';
import { brokenRule, type Words } from '../../platform/broken-rule.ts';

/** Throws AppError `invalidInput` where a new password breaks a rule or is on the list of common ones. */
export async function checkNewPassword(password: string, words: Words): Promise<void> {
  const rule = await newPasswordRule(password);
  if (rule) throw brokenRule(words, 'body.password', rule);
}

/** The rule that a new password breaks first; undefined where it keeps all of them. */
export async function newPasswordRule(password: string): Promise<Rule | undefined> {
  return passwordRule(password) ?? ((await isCommon(password)) ? 'passwordCommon' : undefined);
}

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is among some fifty thousand of known breaches, whatever its case and with whatever signs between or behind its letters and digits
 * (`Password123!`). The list is loaded when it is first needed.
 */
async function isCommon(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  const text = password.toLowerCase();
  const known = await common;
  return known.has(text) || known.has(text.replaceAll(/[^\p{L}\p{N}]/gu, ''));
}
