import { contactRule, type Rule } from '@sunfleet/contract';

/** E-mail or phone, as the calls take it. */
export type Contact = { email: string } | { mobile: string };

/** What was typed, as a phone number where it looks like one. */
export function readContact(text: string): Contact {
  const trimmed = text.trim();
  return /^[+\d][\d\s().-]*$/.test(trimmed) ? { mobile: trimmed } : { email: trimmed };
}

export const contactTextRule = (text: string): Rule | undefined => contactRule(readContact(text));
