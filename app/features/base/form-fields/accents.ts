/** Returns a text without accents: "São João" as "Sao Joao". */
export function removeAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}+/gu, "");
}

/** Returns a text as comparisons see it: without accents and capitals, nearly as the database's `plain` does. */
export function foldText(text: string): string {
  return removeAccents(text).toLowerCase();
}
