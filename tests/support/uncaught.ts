import { afterAll, beforeAll } from "vitest";

/**
 * Collects uncaught exceptions and unhandled rejections of this test file. Returns a function that waits for pending
 * work and returns those collected since its last call.
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
