import { afterAll, beforeAll } from "vitest";

/**
 * Collects, for this test file, what would have ended a server: exceptions and rejections that nothing took. Returns a
 * function that waits for everything due to happen and returns what was collected since it was last called.
 */
export function collectUncaught(): () => Promise<unknown[]> {
  const found: unknown[] = [];
  const note = (error: unknown) => void found.push(error);
  const events = ["uncaughtException", "unhandledRejection"] as const;
  const others = new Map<string, ((...args: never[]) => void)[]>();
  beforeAll(() => {
    for (const event of events) {
      others.set(event, process.listeners(event as "uncaughtException"));
      process.removeAllListeners(event);
      process.on(event, note);
    }
  });
  afterAll(() => {
    for (const event of events) {
      process.off(event, note);
      for (const listener of others.get(event) ?? []) process.on(event, listener as () => void);
    }
  });
  return async () => {
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    return found.splice(0);
  };
}
