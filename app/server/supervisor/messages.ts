/** Messages between a worker and its supervisor. */
export type SupervisorMessage =
  /** From a worker: an error was not caught, and the worker will end. A replacement should start. */
  | { type: "failing" }
  /** To that worker: its replacement listens. */
  | { type: "replaced" };

export function isMessage(value: unknown, type: SupervisorMessage["type"]): boolean {
  return typeof value === "object" && value !== null && "type" in value && value.type === type;
}
