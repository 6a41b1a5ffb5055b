/**
 * A modulo 11 check digit. Weights increase from 2 at the right and restart after `highestWeight`. A character counts
 * as its ASCII code less 48: digits as themselves, A as 17 … Z as 42.
 */
function checkDigit(characters: string, highestWeight: number): number {
  let sum = 0;
  let weight = 2;
  for (const character of [...characters].reverse()) {
    sum += (character.charCodeAt(0) - 48) * weight;
    weight = weight === highestWeight ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

function endsInCheckDigits(characters: string, highestWeight: number): boolean {
  const first = checkDigit(characters.slice(0, -2), highestWeight);
  const second = checkDigit(`${characters.slice(0, -2)}${first}`, highestWeight);
  return characters.endsWith(`${first}${second}`);
}

/** Repeated characters have valid check digits by chance but are never issued. */
const repeatedCharacter = /^(.)\1*$/;

/** Returns whether eleven digits are a CPF (Receita Federal: two check digits, weights 2 to 11). */
export function isCpf(digits: string): boolean {
  return /^[0-9]{11}$/.test(digits) && !repeatedCharacter.test(digits) && endsInCheckDigits(digits, 11);
}

/**
 * Returns whether fourteen characters are a CNPJ (two check digits, weights 2 to 9). Since July 2026 the first twelve
 * may contain capital letters (Instrução Normativa RFB 2.229/2024).
 */
export function isCnpj(characters: string): boolean {
  return (
    /^[0-9A-Z]{12}[0-9]{2}$/.test(characters) &&
    !repeatedCharacter.test(characters) &&
    endsInCheckDigits(characters, 9)
  );
}
