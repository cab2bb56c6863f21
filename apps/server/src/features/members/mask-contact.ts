/** An e-mail or phone number as a hint for somebody who knows it already: `a***@example.com`, `+49 *** 456`. */
export function maskContact(contact: { email: string | null; phone: string | null }): string | null {
  const { email, phone } = contact;
  if (email) return `${[...email][0]}***${email.slice(email.lastIndexOf('@'))}`;
  if (!phone) return null;
  return phone.startsWith('+') ? `${phone.slice(0, 3)} *** ${phone.slice(-3)}` : `*** ${phone.slice(-3)}`;
}
