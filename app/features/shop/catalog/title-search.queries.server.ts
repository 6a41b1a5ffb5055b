import { type RawBuilder, sql } from "kysely";
import { foldText } from "./search-text";
import { decideTitleSearch } from "./title-search";

/**
 * Returns the condition that a title contains the text, or a word of its creator's name begins with it, without
 * accents.
 */
export function matchesSearch(text: string): RawBuilder<boolean> {
  return decideTitleSearch(text) === "trigrams" ? containsPlain(sql`plain(${text})`) : titleHas(text);
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

/** Returns the condition that a title contains one of these words, or a word of the creator's name begins with one. */
export function hasOneOf(words: readonly string[]): RawBuilder<boolean> {
  return sql`(${sql.join(
    words.map((word) => containsPlain(sql`${word}::text`)),
    sql` OR `,
  )})`;
}

function containsPlain(plain: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(title_plain LIKE like_part(${plain}) OR creator_plain LIKE like_part(' ' || ${plain}))`;
}
