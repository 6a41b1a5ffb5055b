import type { BrowserContext } from "@playwright/test";

/** Collects what a browser complains about: errors and warnings of its console, uncaught errors, blocked content. */
export interface ConsoleWatch {
  follow(context: BrowserContext): void;
  /** Lets a complaint pass that the test provokes on purpose, such as a form answered with 400. */
  allow(pattern: RegExp): void;
  /** The complaints that were not allowed, with the page they came from. */
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
        heard.push(`${type}: ${message.text()} (${message.location().url || message.page()?.url()})`);
      });
      context.on("weberror", (error) => heard.push(`uncaught: ${error.error()} (${error.page()?.url()})`));
    },
    allow: (pattern) => void allowed.push(pattern),
    complaints: () => heard.filter((text) => !allowed.some((pattern) => pattern.test(text))),
  };
}

/** A page or form answered with this status: browsers report each as a failed load. */
export const answered = (status: number) => new RegExp(`Failed to load resource: .* status of ${status}\\b`);
