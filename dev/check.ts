import { type Check, runChecks, staticChecks } from "./static-checks";

const pureRules: Check = [
  "Pure rules",
  "vitest/vitest.mjs",
  ["run", "--project=pure", "app/", "--reporter=dot"],
];
process.exit((await runChecks([...staticChecks, pureRules])) ? 0 : 1);
