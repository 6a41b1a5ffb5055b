/** ASCII hyphens and letters, trimmed, without invisible characters. */
export function plainCode(typed: string): string {
  return typed
    .replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, "")
    .replace(/[\p{Dash_Punctuation}\u2212\u2043\u02D7]/gu, "-")
    .replace(/[\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]/gu, (character) => character.normalize("NFKC"))
    .trim();
}
