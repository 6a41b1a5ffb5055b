/** Texts that were reported and not decided yet, or that are hidden. */
export type ModerationList = "reported" | "hidden";

/** Returns which list the parameters of an address name. */
export function parseModerationList(params: URLSearchParams): ModerationList {
  return params.get("list") === "hidden" ? "hidden" : "reported";
}

/** Returns the address of a list, from a cursor on. */
export function moderationPath(
  kind: "reviews" | "questions" | "announcements",
  list: ModerationList,
  after?: string,
): string {
  const params = new URLSearchParams({ ...(list === "hidden" && { list }), ...(after && { after }) });
  return params.size > 0 ? `/admin/${kind}?${params}` : `/admin/${kind}`;
}
