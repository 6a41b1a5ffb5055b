/** The longest search taken, in characters: longer than any title. */
export const searchMaxLength = 200;

/** Reads what was typed into the search, as the server looks for it and the address holds it. */
export function cleanSearch(typed: string | null | undefined): string {
  return (typed ?? "").replaceAll("\0", "").trim().slice(0, searchMaxLength).trim();
}

/** The marketplace's path: `q` for a search, `after` for the page behind a cursor, in the order of a form's fields. */
export function marketplacePath(search: string, after?: string): string {
  const query = new URLSearchParams();
  if (search) query.set("q", search);
  if (after) query.set("after", after);
  const text = query.toString();
  return text ? `/marketplace?${text}` : "/marketplace";
}
