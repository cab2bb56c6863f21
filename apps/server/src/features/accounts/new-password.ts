import { passwordRule } from '@sunfleet/contract';
import { brokenRule, type Words } from '../../platform/broken-rule.ts';

/** Throws AppError `invalidInput` where a new password breaks a rule or is on the list of common ones. */
export async function checkNewPassword(password: string, words: Words): Promise<void> {
  const rule = passwordRule(password) ?? ((await isCommon(password)) ? 'passwordCommon' : undefined);
  if (rule) throw brokenRule(words, 'body.password', rule);
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is among some fifty thousand of known breaches, whatever its case. The list is loaded when it is first needed. */
async function isCommon(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return (await common).has(password.toLowerCase());
}
