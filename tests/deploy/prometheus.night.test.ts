/** The alerts and the dashboard of docs/prometheus, by Prometheus' own `promtool`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { findSkipReason, withReason } from "./skip-reason";

const promtool = "/usr/bin/promtool";
const reason = await findSkipReason({ programs: [promtool], packages: "prometheus" });
const rulesFile = resolve("docs/prometheus/rules.yml");
const rules = readFileSync(rulesFile, "utf8");
const summaries = Object.fromEntries(
  [...rules.matchAll(/alert: (\w+)[\s\S]*?summary: "(.*)"/g)].map(([, alert, summary]) => [alert, summary]),
);

/** Values of one a minute, in the notation of `promtool`, by their series. */
type Values = Record<string, string>;
type Firing = [alert: string, at: string, values: Values, labels?: Record<string, string>];

const firing: Firing[] = [
  ["ProcessDown", "5m", { 'up{instance="a"}': "0x10" }, { instance: "a" }],
  ["ProcessDown", "5m", { 'sabia_workers{state="silent"}': "1x10" }, { state: "silent" }],
  [
    "ServerErrors",
    "15m",
    { 'sabia_http_request_duration_seconds_count{instance="a",route="/",status="500"}': "0+30x20" },
    { instance: "a" },
  ],
  [
    "SlowPages",
    "15m",
    {
      'sabia_http_request_duration_seconds_bucket{route="/",le="1"}': "0+1x20",
      'sabia_http_request_duration_seconds_bucket{route="/",le="2.5"}': "0+60x20",
      'sabia_http_request_duration_seconds_bucket{route="/",le="+Inf"}': "0+60x20",
    },
    { route: "/" },
  ],
  ["BusyProcessor", "10m", { 'nodejs_eventloop_lag_p99_seconds{process="0"}': "0.3x20" }, { process: "0" }],
  [
    "ConnectionsAwaited",
    "10m",
    { 'sabia_database_connections{state="awaited"}': "3x20" },
    { state: "awaited" },
  ],
  ["RequestsShed", "10m", { 'sabia_admissions_total{result="shed"}': "0+5x20" }, { result: "shed" }],
  ["ReplicaBehind", "10m", { 'sabia_replica_age_seconds{process="0"}': "61x20" }, { process: "0" }],
  ["ReplicationSlotBehind", "10m", { 'sabia_replication_slot_lag_bytes{process="0"}': "2e10x20" }],
  ["ArchiveFails", "10m", { 'sabia_wal_archive_failing_seconds{process="0"}': "301x20" }],
  ["JobsFailed", "10m", { 'sabia_jobs_failed{kind="send-mail"}': "1x20" }, { kind: "send-mail" }],
  ["JobsLate", "10m", { 'sabia_jobs_oldest_ready_seconds{process="0"}': "301x20" }],
  ["JobsStalled", "10m", { 'sabia_jobs_stalled_seconds{process="0"}': "121x20" }],
  ["MailsLate", "10m", { 'sabia_mails_oldest_seconds{process="0"}': "901x20" }],
  [
    "MailsRefused",
    "10m",
    { 'sabia_mails{state="refused"}': "11x20", 'sabia_mails{state="waiting"}': "500x20" },
    { state: "refused" },
  ],
  ["PaymentEventsLate", "10m", { 'sabia_payment_events_oldest_seconds{process="0"}': "901x20" }],
  ["LedgerViolations", "1m", { 'sabia_ledger_violations{process="0"}': "1x20" }],
  ["LedgerProofOld", "10m", { 'sabia_ledger_proof_age_seconds{process="0"}': "100001x20" }],
  ["ProviderDifferences", "1m", { 'sabia_provider_differences{process="0"}': "1x20" }],
  ["ReconciliationOld", "10m", { 'sabia_provider_comparison_age_seconds{process="0"}': "100001x20" }],
  ["PaidWithoutAccess", "11m", { 'sabia_paid_without_access{found="event"}': "1x20" }, { found: "event" }],
  ["RenditionsWait", "1500m", { 'sabia_ladders{state="waiting"}': "1x1600" }],
  ["MemoryHigh", "40m", { 'process_resident_memory_bytes{process="0"}': "800000000x50" }, { process: "0" }],
  [
    "BackupOld",
    "10m",
    { 'sabia_backup_age_seconds{process="0"}': "Inf Inf Inf Inf Inf Inf Inf Inf Inf Inf Inf" },
    { process: "0" },
  ],
  ["DiskFull", "10m", { 'sabia_disk_free_ratio{disk="files"}': "0.09x20" }, { disk: "files" }],
  [
    "CertificateEnds",
    "90m",
    { 'sabia_certificate_remaining_seconds{process="0"}': "1209599x100" },
    { process: "0" },
  ],
];

const healthy = {
  'up{instance="a"}': "1x100",
  'sabia_workers{state="silent"}': "0x100",
  'sabia_http_request_duration_seconds_count{instance="a",route="/",status="200"}': "0+600x100",
  'sabia_http_request_duration_seconds_count{instance="a",route="/",status="500"}': "0+5x100",
  'sabia_http_request_duration_seconds_bucket{route="/",le="1"}': "0+60x100",
  'sabia_http_request_duration_seconds_bucket{route="/",le="+Inf"}': "0+60x100",
  'nodejs_eventloop_lag_p99_seconds{process="0"}': "0.1x100",
  'sabia_database_connections{state="awaited"}': "0x100",
  'sabia_database_connections{state="active"}': "9x100",
  'sabia_admissions_total{result="shed"}': "7x100",
  'sabia_replica_age_seconds{process="0"}': "5x100",
  'sabia_replication_slot_lag_bytes{process="0"}': "16000000x100",
  'sabia_wal_archive_failing_seconds{process="0"}': "0x100",
  'sabia_jobs_oldest_ready_seconds{process="0"}': "20x100",
  'sabia_jobs_stalled_seconds{process="0"}': "20x100",
  'sabia_mails_oldest_seconds{process="0"}': "60x100",
  'sabia_mails{state="refused"}': "3x100",
  'sabia_mails{state="waiting"}': "500x100",
  'sabia_payment_events_oldest_seconds{process="0"}': "60x100",
  'sabia_ledger_violations{process="0"}': "0x100",
  'sabia_ledger_proof_age_seconds{process="0"}': "86400x100",
  'sabia_provider_differences{process="0"}': "0x100",
  'sabia_provider_comparison_age_seconds{process="0"}': "86400x100",
  'sabia_paid_without_access{found="event"}': "1x5 0x90",
  'sabia_ladders{state="waiting"}': "1x100",
  'process_resident_memory_bytes{process="0"}': "400000000x100",
  'sabia_backup_age_seconds{process="0"}': "86400x100",
  'sabia_disk_free_ratio{disk="files"}': "0.5x100",
  'sabia_certificate_remaining_seconds{process="0"}': "2000000x100",
};

const input = (values: Values) => ({
  interval: "1m",
  input_series: Object.entries(values).map(([series, values]) => ({ series, values })),
});

test.skipIf(reason)(withReason("each alert fires on its series, and none in a healthy shop", reason), () => {
  const tests = [
    ...firing.map(([alertname, eval_time, values, exp_labels = {}]) => {
      const expected = { exp_labels, exp_annotations: { summary: summaries[alertname] } };
      return { ...input(values), alert_rule_test: [{ eval_time, alertname, exp_alerts: [expected] }] };
    }),
    {
      ...input(healthy),
      alert_rule_test: Object.keys(summaries).map((alertname) => ({ eval_time: "90m", alertname })),
    },
  ];
  const dir = mkdtempSync(join(tmpdir(), "sabia-prometheus-"));
  // JSON is YAML.
  const file = join(dir, "tests.yml");
  writeFileSync(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: "1m", tests }));
  try {
    const output = execFileSync(promtool, ["test", "rules", file], { encoding: "utf8", stdio: "pipe" });
    expect(output).toContain("SUCCESS");
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test("every alert is tested, and each series of alerts and dashboard is one that the product reports", () => {
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  expect([...new Set(firing.map(([alert]) => alert))]).toEqual(alerts);
  expect(Object.keys(summaries)).toEqual(alerts);
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".server.ts"))
    .map((path) => readFileSync(`app/${path}`, "utf8"));
  const dashboard = readFileSync("docs/prometheus/dashboard.json", "utf8");
  const series = [...(rules + dashboard).matchAll(/\bsabia_\w+/g)].map(([name]) =>
    name.replace(/_(count|bucket)$/, ""),
  );
  expect(series.length).toBeGreaterThan(20);
  expect(
    series.filter((name) => !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source))),
  ).toEqual([]);
});
