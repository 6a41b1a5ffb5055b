/** `npm run check`: format, lint, import rules, types, linear patterns and the pure tests, in parallel. */
import { type Check, runChecks, staticChecks } from "./static-checks";

const pureRules: Check = [
  "Pure rules",
  "vitest/vitest.mjs",
  ["run", "--project=pure", "app/", "--reporter=dot"],
];
process.exit((await runChecks([...staticChecks, pureRules])) ? 0 : 1);
