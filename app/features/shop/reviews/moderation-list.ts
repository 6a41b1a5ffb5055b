/** What administrators moderate: each has a page with a list of its own. */
export type ModeratedKind = "reviews" | "questions" | "announcements";

/** Texts that were reported and not decided yet, or that are hidden. */
export type ModerationList = "reported" | "hidden";

/** What an administrator may do with a text. */
const moderationSteps = ["hide", "unhide", "keep"] as const;
export type ModerationStep = (typeof moderationSteps)[number];

/** Reads what the form asks for; undefined for anything else. */
export function parseModerationStep(raw: string | undefined): ModerationStep | undefined {
  return moderationSteps.find((step) => step === raw);
}

/** Returns which list the parameters of an address name. */
export function parseModerationList(params: URLSearchParams): ModerationList {
  return params.get("list") === "hidden" ? "hidden" : "reported";
}

/** Returns the address of a list, from a cursor on. */
export function moderationPath(kind: ModeratedKind, list: ModerationList, after?: string): string {
  const params = new URLSearchParams({ ...(list === "hidden" && { list }), ...(after && { after }) });
  return params.size > 0 ? `/admin/${kind}?${params}` : `/admin/${kind}`;
}
