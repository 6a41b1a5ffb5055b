import { maxSuggestions, type Suggestion } from "~/features/shop/search/search-suggestions";
import { foldText } from "~/features/shop/search/search-text";
import { marketplacePath } from "~/features/shop/search/shop-filters";
import { listTopicsInShop } from "~/features/videos/listing/topics.queries.server";
import { videoPath } from "~/features/videos/listing/video-address";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { listCreatorsByName, listShopVideos } from "./shop-videos.queries.server";

/**
 * Returns what a typed search may mean: topics and creators whose names have a word that begins with it, then titles.
 */
export async function suggestSearches(db: Db, search: string, locale: Locale): Promise<Suggestion[]> {
  if (search === "") return [];
  const [videos, creators, topics] = await Promise.all([
    listShopVideos(db, { search, limit: maxSuggestions.title }),
    listCreatorsByName(db, search, maxSuggestions.creator),
    listTopicsInShop(db, locale),
  ]);
  const typed = foldText(search);
  const named = topics
    .filter(({ name }) => ` ${foldText(name)}`.includes(` ${typed}`))
    .slice(0, maxSuggestions.topic);
  return [
    ...named.map(({ slug, name }) => ({
      kind: "topic" as const,
      label: name,
      path: marketplacePath({ topic: slug }),
    })),
    ...creators.map(({ full_name, handle }) => ({
      kind: "creator" as const,
      label: full_name,
      path: `/creators/${handle}`,
    })),
    ...videos.rows.map(({ id, title }) => ({
      kind: "title" as const,
      label: title,
      path: videoPath({ id, title }),
    })),
  ];
}
