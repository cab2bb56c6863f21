import { passwordRule, type Language, type Rule } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import type { Text } from '../../platform/text.ts';

/** In which words somebody is told what is wrong. */
export interface Words {
  language: Language;
  text: Text;
}

/** Throws AppError `invalidInput` where a new password breaks a rule or is on the list of common ones. */
export async function checkNewPassword(password: string, words: Words): Promise<void> {
  const rule = passwordRule(password) ?? ((await isCommon(password)) ? 'passwordCommon' : undefined);
  if (rule) throw brokenRule(words, 'body.password', rule);
}

/** One field that breaks a rule of the product, told in the caller's words. */
export function brokenRule({ language, text }: Words, path: string, rule: Rule): AppError {
  return new AppError('invalidInput', { fields: path }, [{ path, message: text(language, `rules.${rule}`) }]);
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is among some fifty thousand of known breaches, whatever its case. The list is loaded when it is first needed. */
async function isCommon(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return (await common).has(password.toLowerCase());
}
