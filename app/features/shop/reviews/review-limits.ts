import type { LimitRule } from "~/platform/try-counter.server";

/** Reviews and replies that one account writes, changes or deletes. */
export const reviewLimit: LimitRule = { name: "review", tries: 30, seconds: 3_600 };

/** Reviews that one account reports. */
export const reviewReportLimit: LimitRule = { name: "review-report", tries: 20, seconds: 3_600 };
