import { expect, test } from "vitest";
import { decideSuggestions } from "./search-suggestions";

const topics = ["Música", "Artes e música", "Culinária", "Musculação"].map((name, at) => ({
  slug: `t${at}`,
  name,
}));
const creators = ["Marina", "Murilo", "Mus"].map((full_name) => ({
  full_name,
  handle: full_name.toLowerCase(),
}));
const videos = Array.from({ length: 6 }, (_, at) => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  title: `Música ${at}`,
}));

test("topics with a word that begins with the search come first, then creators, then titles, few of each", () => {
  const suggestions = decideSuggestions("MUS", { topics, creators, videos });
  expect(suggestions.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
    "topic: Música",
    "topic: Artes e música",
    "creator: Marina",
    "creator: Murilo",
    "title: Música 0",
    "title: Música 1",
    "title: Música 2",
    "title: Música 3",
    "title: Música 4",
  ]);
});

test("a topic is not suggested by the middle of a word", () => {
  expect(decideSuggestions("inária", { topics, creators: [], videos: [] })).toEqual([]);
});
