import type { Language, Rule } from '@sunfleet/contract';
import { AppError } from './errors.ts';
import type { Text } from './text.ts';

/** Language and texts of the message. */
export interface Words {
  language: Language;
  text: Text;
}

/** AppError `invalidInput` of one field that breaks a rule of the product, with a message in the caller's language. */
export function brokenRule({ language, text }: Words, path: string, rule: Rule): AppError {
  return new AppError('invalidInput', { fields: path }, [{ path, message: text(language, `rules.${rule}`) }]);
}
