import { type RawBuilder, sql } from "kysely";
import { foldText } from "~/features/base/form-fields/accents";
import { decideTitleSearch, requiredWords } from "./search-suggestions";

/**
 * Returns the condition that the title does not contain the text, but the video has all of its words: in title,
 * description, outcomes, topic or creator's name, in any order. Returns undefined if only titles are searched for it.
 */
export function matchesElsewhere(text: string): RawBuilder<boolean> | undefined {
  const words = requiredWords(text);
  return words.length === 0 ? undefined : sql`(${hasAllOf(words)} AND (${titleHas(text)}) IS NOT TRUE)`;
}

/**
 * Returns the condition that a title contains the text, whatever case and accents. `strpos` and not LIKE beside the
 * grams:
 * from LIKE the planner would take the same rarity into account a second time, and leave the walk for too large a heap.
 */
export function titleHas(text: string): RawBuilder<boolean> {
  const plain = sql`plain(${text})`;
  if (decideTitleSearch(text) === "trigrams") return sql`title_plain LIKE like_part(${plain})`;
  const hasGrams = sql<boolean>`title_grams @> search_grams(${plain})`;
  // One or two plain characters are one gram: the index alone is the answer.
  if (/^[ -~]{1,2}$/.test(foldText(text))) return hasGrams;
  return sql`(${hasGrams} AND strpos(title_plain, ${plain}) > 0)`;
}

/**
 * Returns the condition that a video has all of these folded words; one of three letters or more also begins another
 * word.
 */
function hasAllOf(words: readonly string[]): RawBuilder<boolean> {
  return sql`search_words @@ search_query(${[...words]}::text[])`;
}

/** Returns the condition that a video has one of these folded words. */
export function hasOneOf(words: readonly string[]): RawBuilder<boolean> {
  return sql`search_words @@ (${sql.join(
    words.map((word) => sql`search_query(${[word]}::text[])`),
    sql` || `,
  )})`;
}
