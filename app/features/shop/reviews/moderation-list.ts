export type ModeratedKind = "reviews" | "questions" | "announcements";

/** `reported`: with open reports. */
export type ModerationList = "reported" | "hidden";

const moderationSteps = ["hide", "unhide", "keep"] as const;
export type ModerationStep = (typeof moderationSteps)[number];

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
