/**
 * When the jobs that recur run, as lines of a crontab, in UTC. A daily one that was missed runs at the next start
 * (`fill`): each of them does a day's work once, however often it runs.
 */
export const jobTimes = [
  "23 * * * * sweep",
  "*/5 * * * * settle-events",
  "*/5 * * * * resume-conversions",
  "* * * * * check-streams",
  // Soon after midnight in São Paulo.
  "5 3 * * * anchor-ledger ?fill=20h",
  "11 5 * * * audit-ledger ?fill=20h",
  "41 6 * * * reconcile ?fill=20h",
  // Eight in the morning in São Paulo.
  "0 11 * * * post-attention-mails ?fill=20h",
] as const;
