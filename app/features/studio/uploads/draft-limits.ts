import type { LimitRule } from "~/platform/try-counter.server";

/** Saves of one account: a page that saves after every pause in typing needs about one in two seconds. */
export const draftLimit: LimitRule = { name: "draft", tries: 400, seconds: 600 };

/** Pictures and trailers of drafts that one account sends: each is decoded or inspected. */
export const draftMediaLimit: LimitRule = { name: "draft-media", tries: 60, seconds: 600 };

/** Maximum drafts of a creator. */
export const maxDrafts = 20;

/** A draft that was not saved for so many days is deleted. */
export const draftKeptDays = 90;
