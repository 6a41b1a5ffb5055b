import type { LimitRule } from "~/platform/try-counter.server";

/** Previews in the cover maker per account: each is drawn. */
export const coverPictureLimit: LimitRule = { name: "cover-picture", tries: 120, seconds: 60 };
