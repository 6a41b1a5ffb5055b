import type { LimitRule } from "~/platform/try-counter.server";

/** Stories that one creator may have drawn: each takes a fifth of a second of one processor. */
export const storyLimit: LimitRule = { name: "story", tries: 60, seconds: 600 };
