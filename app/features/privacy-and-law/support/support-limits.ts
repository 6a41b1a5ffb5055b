import type { LimitRule } from "~/platform/try-counter.server";

/** Messages per address, and in all: the mailbox is read by people. */
export const supportLimit: LimitRule = { name: "support", tries: 5, seconds: 3_600 };

export const supportDayLimit: LimitRule = { name: "support-day", tries: 300, seconds: 86_400 };
