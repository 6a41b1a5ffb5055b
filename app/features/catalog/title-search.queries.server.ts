import { type RawBuilder, sql } from "kysely";
import { decideTitleSearch } from "./title-search";

/**
 * The condition of a search. The database folds the case of both sides. `strpos` and not ILIKE beside the grams: from
 * ILIKE the planner would take the same rarity into account a second time, and leave the walk for too large a heap.
 */
export function titleHas(text: string): RawBuilder<boolean> {
  const search = decideTitleSearch(text);
  if (search.by === "pattern") return sql`title ILIKE ${search.pattern}`;
  const grams = sql.join(search.grams.map((gram) => sql`lower(${gram})`));
  const hasGrams = sql<boolean>`title_grams @> ARRAY[${grams}]`;
  return search.whole === undefined
    ? hasGrams
    : sql`${hasGrams} AND strpos(lower(title), lower(${search.whole})) > 0`;
}
