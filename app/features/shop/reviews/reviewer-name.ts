/**
 * Returns a name as strangers may see it: the first word, and the initial of the last, such as "Tiago A."
 *; empty where nothing is left to show.
 */
export function reviewerName(fullName: string): string {
  // Someone whose profile has no name but an e-mail address is shown without it.
  if (fullName.includes("@")) return "";
  const words = fullName.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const [first, last] = [words[0] ?? "", words.length > 1 ? (words.at(-1) ?? "") : ""];
  const initial = [...last][0]?.toLocaleUpperCase("pt-BR");
  return [first, initial && `${initial}.`].filter(Boolean).join(" ");
}
