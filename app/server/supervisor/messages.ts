/** What a worker and its supervisor say to each other. */
export type SupervisorMessage =
  /** From a worker: something was thrown that nothing caught. It will end; another should be started. */
  | { type: "failing" }
  /** To that worker: the other one listens. */
  | { type: "replaced" };

export function isMessage(value: unknown, type: SupervisorMessage["type"]): boolean {
  return typeof value === "object" && value !== null && "type" in value && value.type === type;
}
