import type { EventEmitter } from "node:events";
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { release } from "./log.server";

interface AnsweredRequest {
  /** A route's pattern, such as `/videos/:videoId`: an address would make a series for every video. */
  route: string;
  method: string;
  status: number;
  seconds: number;
}

interface CacheCounts {
  hits: number;
  misses: number;
  bytes: number;
}

/** Since the start of the process, except `active` and `waiting`, which are current. */
interface AdmittedRequests {
  admitted: number;
  shed: number;
  active: number;
  waiting: number;
}

/** docs/operations.md. A worker's replacement takes over the label `process`, so that reloads add no series. */
export interface Metrics {
  registry: Registry;
  observeRequest(request: AnsweredRequest): void;
  /** `count`: since the start; undefined if the cache is off. */
  watchCache(cache: string, count: () => CacheCounts | undefined): void;
  watchAdmission(count: () => Record<string, AdmittedRequests>): void;
  watchPool(pool: pg.Pool): void;
  watchReplica(reading: {
    replica: { readonly age: number };
    counts: { replica: number; primary: number };
  }): void;
  watchProcess(): void;
}

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const waitSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 3.5, 10];

export function createMetrics(processNumber = process.env.SABIA_WORKER ?? "0"): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processNumber });
  const registers = [registry];
  const requests = new Histogram({
    name: "sabia_http_request_duration_seconds",
    help: "Requests by route, method and status: time until the response was sent",
    labelNames: ["route", "method", "status"],
    buckets: requestSeconds,
    registers,
  });
  new Gauge({
    name: "sabia_release_info",
    help: "1 for the release that runs",
    labelNames: ["release"],
    registers,
  }).set({ release }, 1);

  return {
    registry,
    observeRequest: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    watchCache(cache, count) {
      new Counter({
        name: `sabia_cache_${cache}_requests_total`,
        help: "Look-ups in the cache by result: hit or miss",
        labelNames: ["result"],
        registers,
        collect() {
          const { hits, misses } = count() ?? { hits: 0, misses: 0 };
          this.reset();
          this.inc({ result: "hit" }, hits);
          this.inc({ result: "miss" }, misses);
        },
      });
      new Gauge({
        name: `sabia_cache_${cache}_bytes`,
        help: "Size of the cache",
        registers,
        collect() {
          this.set(count()?.bytes ?? 0);
        },
      });
    },
    watchAdmission(count) {
      new Counter({
        name: "sabia_admissions_total",
        help: "Requests by kind: admitted, or shed because too many waited",
        labelNames: ["kind", "result"],
        registers,
        collect() {
          this.reset();
          for (const [kind, { admitted, shed }] of Object.entries(count())) {
            this.inc({ kind, result: "admitted" }, admitted);
            this.inc({ kind, result: "shed" }, shed);
          }
        },
      });
      new Gauge({
        name: "sabia_admitted_requests",
        help: "Requests that may use the database now, and that wait to, by kind",
        labelNames: ["kind", "state"],
        registers,
        collect() {
          for (const [kind, { active, waiting }] of Object.entries(count())) {
            this.set({ kind, state: "active" }, active);
            this.set({ kind, state: "waiting" }, waiting);
          }
        },
      });
    },
    watchPool(pool) {
      new Gauge({
        name: "sabia_database_connections",
        help: "Connections of the database pool by state, and statements that wait for one",
        labelNames: ["state"],
        registers,
        collect() {
          this.set({ state: "idle" }, pool.idleCount);
          this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
          this.set({ state: "awaited" }, pool.waitingCount);
        },
      });
      const waits = new Histogram({
        name: "sabia_database_connection_wait_seconds",
        help: "Time until the pool had a connection for a statement",
        buckets: waitSeconds,
        registers,
      });
      const events: EventEmitter = pool;
      events.on("waited", (milliseconds: number) => waits.observe(milliseconds / 1000));
    },
    watchReplica({ replica, counts }) {
      new Gauge({
        name: "sabia_replica_age_seconds",
        help: "Age of the replica's data at most; infinite if it does not answer",
        registers,
        collect() {
          this.set(replica.age / 1000);
        },
      });
      new Counter({
        name: "sabia_replica_statements_total",
        help: "Statements of public pages by the server that ran them: replica or primary",
        labelNames: ["server"],
        registers,
        collect() {
          this.reset();
          this.inc({ server: "replica" }, counts.replica);
          this.inc({ server: "primary" }, counts.primary);
        },
      });
    },
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  };
}
