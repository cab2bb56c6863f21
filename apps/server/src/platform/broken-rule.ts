import type { Language, Rule } from '@sunfleet/contract';
import { AppError } from './errors.ts';
import type { Text } from './text.ts';

/** In which words somebody is told what is wrong. */
export interface Words {
  language: Language;
  text: Text;
}

/** AppError `invalidInput` of one field that breaks a rule of the product, told in the caller's words. */
export function brokenRule({ language, text }: Words, path: string, rule: Rule): AppError {
  return new AppError('invalidInput', { fields: path }, [{ path, message: text(language, `rules.${rule}`) }]);
}
