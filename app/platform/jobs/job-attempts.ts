import type { Job } from "./jobs";

/** Attempts of most jobs before they are given up; with the queue's growing delays they span about three days. */
const usualAttempts = 20;

/** The jobs with fewer attempts, because each may take hours of a processor or reads a whole video. */
const fewerAttempts: Partial<Record<keyof Job, number>> = {
  "convert-video": 5,
  "make-rung": 5,
  "read-video-facts": 5,
  "make-preview": 8,
};

/**
 * Returns how often a job that fails is attempted before it is given up. The recurring jobs (`job-times.ts`) are added
 * by the queue's own schedule, which attempts each 25 times.
 */
export function maxAttemptsOf(name: keyof Job): number {
  return fewerAttempts[name] ?? usualAttempts;
}
