import { foldText } from "~/features/base/form-fields/accents";
import { videoPath } from "~/features/videos/listing/video-address";
import { marketplacePath } from "./shop-filters";

/** What the search box suggests while a search is typed; each leads to a page of the shop. */
export interface Suggestion {
  kind: "title" | "creator" | "topic";
  label: string;
  path: string;
}

/** Limits: suggestions of each kind. */
export const maxSuggestions = { title: 5, creator: 2, topic: 2 } as const;

interface Found {
  /** The topics of the shop, in their order. */
  topics: readonly { slug: string; name: string }[];
  /** Creators and videos that the search finds, the best first. */
  creators: readonly { full_name: string; handle: string }[];
  videos: readonly { id: string; title: string }[];
}

/**
 * Decides what is suggested for a typed search: first the topics of whose names a word begins with it, then creators,
 * then titles.
 */
export function decideSuggestions(search: string, { topics, creators, videos }: Found): Suggestion[] {
  const typed = foldText(search);
  const named = topics.filter(({ name }) => ` ${foldText(name)}`.includes(` ${typed}`));
  return [
    ...named.slice(0, maxSuggestions.topic).map(({ slug, name }) => ({
      kind: "topic" as const,
      label: name,
      path: marketplacePath({ topic: slug }),
    })),
    ...creators.slice(0, maxSuggestions.creator).map(({ full_name, handle }) => ({
      kind: "creator" as const,
      label: full_name,
      path: `/creators/${handle}`,
    })),
    ...videos.slice(0, maxSuggestions.title).map(({ id, title }) => ({
      kind: "title" as const,
      label: title,
      path: videoPath({ id, title }),
    })),
  ];
}
