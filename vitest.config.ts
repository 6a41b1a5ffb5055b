import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// The zone of most people who use the product, which is not the server's: what forgets to name a zone is found.
process.env.TZ = "America/Sao_Paulo";

/** Tests without a database: they share threads and modules, for a fifth of the processor time. */
const withoutDatabase = [
  "app/**/*.test.{ts,tsx}",
  "tests/structure/!(schema).test.ts",
  "tests/ui/**/*.test.{ts,tsx}",
];

/** They replace modules (vi.mock) or change their process, so they need modules or a process of their own. */
const alone = ["tests/features/entrance/recovery/passwords.test.ts", "tests/server/telemetry.test.ts"];

/** `npm run test:night`: faults, random histories, large data, the built product, other engines. */
const night = ["tests/**/*.night.test.ts"];

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    // Two on two cores: files start servers and measure waits. `npm test` runs more at once by day (dev/test.ts).
    maxWorkers: Math.min(Math.max(2, availableParallelism() - 1), 4),
    // What tests depend on without importing it: with --changed, a change there runs them all.
    forceRerunTriggers: ["**/package.json", "**/vitest.config.ts", "**/migrations/**", "**/dev/postgres/**"],
    projects: [
      {
        extends: true,
        test: { name: "pure", include: withoutDatabase, pool: "threads", isolate: false, ...patience() },
      },
      {
        extends: true,
        // Loading the product's modules takes longer than most of these files: a worker loads them once.
        test: {
          name: "product",
          include: [
            "tests/{database,features,integrations,platform,routes,server}/**/*.test.{ts,tsx}",
            "tests/structure/schema.test.ts",
          ],
          exclude: [...alone, ...night, "node_modules/**"],
          globalSetup: ["tests/support/global-setup.ts"],
          isolate: false,
          ...patience(),
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: ["tests/{deploy,dev}/**/*.test.{ts,tsx}", ...alone],
          exclude: [...night, "node_modules/**"],
          globalSetup: ["tests/support/global-setup.ts"],
          ...patience(),
        },
      },
      {
        extends: true,
        test: {
          name: "night",
          include: night,
          globalSetup: ["tests/support/global-setup.ts"],
          ...patience(240_000),
        },
      },
    ],
  },
});

/** Bounds for what hangs, not measures: a busy machine may take its time, and CI may try again. */
function patience(testTimeout = 60_000) {
  return {
    testTimeout,
    hookTimeout: 120_000,
    retry: process.env.CI ? 2 : 0,
    expect: { poll: { timeout: 20_000 } },
  };
}
