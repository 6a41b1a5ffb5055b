import type { LimitRule } from "~/platform/try-counter.server";

/** New player links per account: enough for many tabs. */
export const freshLinkLimit: LimitRule = { name: "fresh-link", tries: 20, seconds: 60 };
