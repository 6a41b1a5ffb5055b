import type { LimitRule } from "~/platform/try-counter.server";

/** Codes that are looked up from one address: a company or a school may share it. */
export const certificateProofLimit: LimitRule = { name: "certificate", tries: 60, seconds: 60 };
