import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    include: ["app/**/*.test.{ts,tsx}", "dev/**/*.test.ts", "tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/e2e/**", "tests/bench/**", "node_modules/**"],
    globalSetup: ["tests/support/global-setup.ts"],
    // Files wait for PostgreSQL and for each other's child processes: on two cores two at once are the quickest.
    maxWorkers: Math.min(Math.max(2, availableParallelism() - 1), 4),
    // Bounds for what hangs, not measures: a busy machine may take its time, and CI may try again.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: process.env.CI ? 2 : 0,
  },
});
