import { parseId } from "~/features/base/form-fields/record-id";
import { trimInvisible } from "~/platform/forms/trim-ends";

/**
 * The parts of a person's library. `pay`: what waits for a payment, or for their Pix key; `going`, `new`, `done`:
 * begun, not begun and completed; `other`: refunded, failed, disputed, or paid twice.
 */
export const libraryGroups = ["pay", "going", "new", "done", "other"] as const;
export type LibraryGroup = (typeof libraryGroups)[number];

export const librarySorts = ["recent", "bought", "title"] as const;
export type LibrarySort = (typeof librarySorts)[number];

export interface LibraryFilters {
  /** Undefined for all of them. */
  show: LibraryGroup | undefined;
  search: string;
  sort: LibrarySort;
}

/** The longest search taken, in characters. */
export const librarySearchLength = 100;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the database takes no NUL
const controls = /[\u0000-\u001f\u007f]+/g;

const oneOf = <Value extends string>(known: readonly Value[], raw: string | null) =>
  known.find((value) => value === raw);

/**
 * Parses the filters of an address. `after`: the purchase after which a page begins; invalid values count as absent.
 */
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

/** Whether the page is a list in pages, and not the overview with its parts. */
export function isList({ show, search, sort }: LibraryFilters): boolean {
  return show !== undefined || search !== "" || sort !== "recent";
}

/** Returns the address of a part of the library. */
export function libraryPath({ show, search, sort }: Partial<LibraryFilters>, after?: string): string {
  const params = new URLSearchParams();
  if (show) params.set("show", show);
  if (search) params.set("q", search);
  if (sort && sort !== "recent") params.set("sort", sort);
  if (after) params.set("after", after);
  const query = params.toString();
  return query ? `/purchases?${query}` : "/purchases";
}
