import * as z from 'zod';
import { contactRule } from './rules.ts';

/** E-mail or phone. Where both are sent, the code goes to the e-mail, which is the contact that it proves. */
export const contact = {
  email: z.string().trim().max(254).nullish(),
  mobile: z.string().trim().max(32).nullish(),
};

/** Which rule the contact of a body breaks, and at which field. */
export const sentContact = (value: {
  email?: string | null | undefined;
  mobile?: string | null | undefined;
}) => {
  const rule = contactRule(value);
  return rule && { rule, path: rule === 'phoneInvalid' ? 'mobile' : 'email' };
};
