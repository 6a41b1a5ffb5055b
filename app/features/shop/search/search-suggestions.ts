/** What the search box suggests while a search is typed; each leads to a page of the shop. */
export interface Suggestion {
  kind: "title" | "creator" | "topic";
  label: string;
  path: string;
}

/** The path that answers the suggestions of a typed text as JSON. */
export const suggestionsPath = "/marketplace/suggestions";

/** Limits: suggestions of each kind. */
export const maxSuggestions = { title: 5, creator: 2, topic: 2 } as const;
