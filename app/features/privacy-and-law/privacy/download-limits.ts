import type { LimitRule } from "~/platform/try-counter.server";

/** Downloads per account: each reads everything that is kept about a person. */
export const downloadLimit: LimitRule = { name: "data-export", tries: 3, seconds: 86_400 };
