import type { LimitRule } from "~/platform/rate-limits.server";

/** Previews in the cover maker per account: each is drawn. */
export const coverPictureLimit: LimitRule = { name: "cover-picture", tries: 120, seconds: 60 };
