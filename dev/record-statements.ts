/**
 * `npm run record-statements`, before a release: runs the tests of features, routes and server, and writes the statements that they
 * sent to PostgreSQL into tests/database/released-statements.sql. Later migrations must leave them valid
 * (released-statements.test.ts). The release's migrations are written into tests/database/released-migrations.txt: later ones
 * follow them (released-migrations.test.ts).
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrations } from "../migrations/index";
import { listMigrationLines, releasedMigrationsFile } from "./released-migrations";

const target = "tests/database/released-statements.sql";
const folders = process.argv.slice(2);
const dir = mkdtempSync(join(tmpdir(), "sabia-statements-"));
const words = [
  "node_modules/vitest/vitest.mjs",
  "run",
  ...(folders.length > 0 ? folders : ["tests/features", "tests/routes", "tests/server"]),
];
const { status } = spawnSync(process.execPath, words, {
  stdio: "inherit",
  env: { ...process.env, SABIA_RECORD_STATEMENTS: dir },
});

/** Statements that differ in the number of values alone are one. */
const shapeOf = (text: string) =>
  text
    .replace(/\$\d+/g, "$")
    .replace(/\$(, \$)+/g, "$")
    .replace(/\(\$\)(, \(\$\))+/g, "($)")
    .replace(/\s+/g, " ");
const found = new Map<string, string>();
for (const name of readdirSync(dir)) {
  for (const text of JSON.parse(readFileSync(join(dir, name), "utf8")) as string[]) {
    const shape = shapeOf(text);
    const known = found.get(shape);
    if (/^\s*(with|select|insert|update|delete)\b/i.test(text) && (!known || text.length < known.length))
      found.set(shape, text.trim());
  }
}
rmSync(dir, { recursive: true, force: true });
writeFileSync(target, `${[...found.values()].sort().join("\n;\n")}\n`);
writeFileSync(releasedMigrationsFile, `${(await listMigrationLines(migrations)).join("\n")}\n`);
console.log(`${found.size} statements written to ${target}`);
process.exit(status ?? 1);
