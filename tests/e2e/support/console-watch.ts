import type { BrowserContext } from "@playwright/test";

/** Collects a browser's console errors and warnings, uncaught errors and blocked content. */
export interface ConsoleWatch {
  follow(context: BrowserContext): void;
  /** Allows a message that the test provokes, such as for a 400. */
  allow(pattern: RegExp): void;
  /** Messages that were not allowed, with their page. */
  complaints(): string[];
}

export function createConsoleWatch(): ConsoleWatch {
  const heard: string[] = [];
  const allowed: RegExp[] = [];
  return {
    follow(context) {
      context.on("console", (message) => {
        const type = message.type();
        if (type !== "error" && type !== "warning") return;
        heard.push(`${type}: ${message.text()} (${message.location().url}) on ${message.page()?.url()}`);
      });
      context.on("weberror", (error) => heard.push(`uncaught: ${error.error()} (${error.page()?.url()})`));
    },
    allow: (pattern) => void allowed.push(pattern),
    complaints: () => heard.filter((text) => !allowed.some((pattern) => pattern.test(text))),
  };
}

/** Browsers report each response with this status as a failed load. */
export const answered = (status: number) => new RegExp(`Failed to load resource: .* status of ${status}\\b`);
