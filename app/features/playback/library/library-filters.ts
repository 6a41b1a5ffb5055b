import { parseId } from "~/platform/forms/record-id";
import { trimInvisible } from "~/platform/forms/trim-ends";

/** `pay`: waits for a payment or a Pix key; `going`: begun; `other`: refunded, failed, disputed or paid twice. */
export const libraryGroups = ["pay", "going", "new", "done", "other"] as const;
export type LibraryGroup = (typeof libraryGroups)[number];

export const librarySorts = ["recent", "bought", "title"] as const;
type LibrarySort = (typeof librarySorts)[number];

export interface LibraryFilters {
  show: LibraryGroup | undefined;
  search: string;
  sort: LibrarySort;
}

export const librarySearchLength = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the database takes no NUL
const controls = /[\u0000-\u001f\u007f]+/g;

const oneOf = <Value extends string>(known: readonly Value[], raw: string | null) =>
  known.find((value) => value === raw);

/** Invalid values count as absent. `after`: the purchase after which a page begins. */
export function readLibraryFilters(params: URLSearchParams): LibraryFilters & { after: string | undefined } {
  return {
    show: oneOf(libraryGroups, params.get("show")),
    search: trimInvisible((params.get("q") ?? "").replace(controls, " "))
      .slice(0, librarySearchLength)
      .trim(),
    sort: oneOf(librarySorts, params.get("sort")) ?? "recent",
    after: parseId(params.get("after") ?? undefined),
  };
}

/** Else the page is the overview with its parts. */
export function isList({ show, search, sort }: LibraryFilters): boolean {
  return show !== undefined || search !== "" || sort !== "recent";
}

export function libraryPath({ show, search, sort }: Partial<LibraryFilters>, after?: string): string {
  const params = new URLSearchParams();
  if (show) params.set("show", show);
  if (search) params.set("q", search);
  if (sort && sort !== "recent") params.set("sort", sort);
  if (after) params.set("after", after);
  const query = params.toString();
  return query ? `/purchases?${query}` : "/purchases";
}
