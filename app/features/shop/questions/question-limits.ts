import type { LimitRule } from "~/platform/try-counter.server";

/** The longest question or answer, in characters: the table's limit. */
export const questionMaxLength = 2_000;

/** Questions of one person under one video that wait for an answer. */
export const maxWaiting = 5;

/** Answers to one question. */
export const maxAnswers = 100;

/** Questions that stay at the top of a video's list. */
export const maxPinned = 3;

/** Questions that one account asks. */
export const askLimit: LimitRule = { name: "question", tries: 10, seconds: 3_600 };

/** Answers that one account writes. */
export const answerLimit: LimitRule = { name: "question-answer", tries: 40, seconds: 3_600 };

/** Questions and answers that one account solves, pins, hides or withdraws. */
export const questionChangeLimit: LimitRule = { name: "question-change", tries: 100, seconds: 3_600 };

/** Questions and answers that one account reports. */
export const questionReportLimit: LimitRule = { name: "question-report", tries: 20, seconds: 3_600 };
