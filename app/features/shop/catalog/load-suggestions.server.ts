import { listTopicsInShop } from "~/features/videos/listing/topics.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { decideSuggestions, maxSuggestions, type Suggestion } from "./search-suggestions";
import { listCreatorsByName, listShopVideos } from "./shop-videos.queries.server";

/** Returns the suggestions for a typed search (`search-suggestions.ts`); none for an empty one. */
export async function loadSuggestions(db: Db, search: string, locale: Locale): Promise<Suggestion[]> {
  if (search === "") return [];
  const [videos, creators, topics] = await Promise.all([
    listShopVideos(db, { search, limit: maxSuggestions.title }),
    listCreatorsByName(db, search, maxSuggestions.creator),
    listTopicsInShop(db, locale),
  ]);
  return decideSuggestions(search, { topics, creators, videos: videos.rows });
}
