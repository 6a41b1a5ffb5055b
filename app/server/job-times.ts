/** When the jobs that recur run, as lines of a crontab, in UTC. */
export const jobTimes = [
  "23 * * * * sweep",
  "*/5 * * * * settle-events",
  "*/5 * * * * resume-conversions",
  "* * * * * check-streams",
  // Soon after midnight in São Paulo.
  "5 3 * * * anchor-ledger",
  "11 5 * * * audit-ledger",
  "41 6 * * * reconcile",
  // Eight in the morning in São Paulo.
  "0 11 * * * post-attention-mails",
] as const;
