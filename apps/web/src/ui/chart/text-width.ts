/** About how wide a text of 12 px is, px: signs of East Asia take a whole em, others about half of one. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign.codePointAt(0)! > 0x2e7f ? 12 : 7.2), 0);
