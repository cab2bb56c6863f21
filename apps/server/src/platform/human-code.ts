import { randomInt } from 'node:crypto';

/** Digits and capitals without those that are taken for each other: 0 and O, 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A random code that people read out and type; a character has nearly five bits of chance. */
export function humanCode(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** A code the way it is stored, however it was typed: capitals, without spaces and dashes. */
export function typedCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}
