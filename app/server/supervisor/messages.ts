export type SupervisorMessage =
  /** From a worker: an error was not caught, and the worker will end. A replacement should start. */
  | { type: "failing" }
  /** To that worker: its replacement listens. */
  | { type: "replaced" }
  /** To a worker that another one replaces although it is well: pending requests may take minutes. */
  | { type: "retired" }
  /** From a worker, every second: its event loop runs. */
  | { type: "alive" }
  /** To a worker: send your metrics with this number. */
  | { type: "metricsWanted"; scrape: number }
  /** `metrics`: encoded by worker-metrics.server.ts. */
  | { type: "metrics"; scrape: number; metrics: string };

export function isMessage<Type extends SupervisorMessage["type"]>(
  value: unknown,
  type: Type,
): value is Extract<SupervisorMessage, { type: Type }> {
  return typeof value === "object" && value !== null && "type" in value && value.type === type;
}
