import type { LimitRule } from "~/platform/try-counter.server";

/** Mails about a lost second factor per account: each needs the password before. */
export const removalLimit: LimitRule = { name: "second-factor-removal", tries: 3, seconds: 86_400 };
