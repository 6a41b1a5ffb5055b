/** The last part of the address of each list's page. */
const moderatedKinds = ["reviews", "questions", "announcements"] as const;
export type ModeratedKind = (typeof moderatedKinds)[number];

/** `reported`: with open reports. */
export type ModerationList = "reported" | "hidden";

const moderationSteps = ["hide", "unhide", "keep"] as const;
export type ModerationStep = (typeof moderationSteps)[number];

/** The name of a text's id in the forms. */
export const idFields = {
  reviews: "reviewId",
  questions: "questionId",
  announcements: "announcementId",
} as const satisfies Record<ModeratedKind, string>;

/** `pathname`: of the page. Throws if it is another page. */
export function moderatedKindOf(pathname: string): ModeratedKind {
  const kind = moderatedKinds.find((known) => pathname.startsWith(moderationPath(known, "reported")));
  if (!kind) throw new Error(`${pathname} moderates nothing`);
  return kind;
}

export function parseModerationStep(raw: string | undefined): ModerationStep | undefined {
  return moderationSteps.find((step) => step === raw);
}

export function parseModerationList(params: URLSearchParams): ModerationList {
  return params.get("list") === "hidden" ? "hidden" : "reported";
}

export function moderationPath(kind: ModeratedKind, list: ModerationList, after?: string): string {
  const params = new URLSearchParams({ ...(list === "hidden" && { list }), ...(after && { after }) });
  return params.size > 0 ? `/admin/${kind}?${params}` : `/admin/${kind}`;
}
