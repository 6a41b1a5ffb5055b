import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { watchMachine } from "~/server/metrics/watch-machine.server";

const numberOf = (text: string, series: string) => {
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1).replace("+Inf", "Infinity"));
};
const noStore = { STORAGE_DIR: undefined, S3_BUCKET: undefined, BACKUP_DIR: undefined };

async function scrape(env: Parameters<typeof watchMachine>[1]): Promise<string> {
  const registry = new Registry();
  watchMachine(registry, env);
  return registry.metrics();
}

test("the age of the last backup is infinite before the first one, and counts complete ones only", async () => {
  const dir = await mkdtemp(join(tmpdir(), "sabia-backups-"));
  const ageOf = async () =>
    numberOf(
      await scrape({ ...noStore, APP_URL: "http://localhost", BACKUP_DIR: dir }),
      "sabia_backup_age_seconds",
    );
  const write = async (name: string, manifest?: object) => {
    await mkdir(join(dir, name));
    if (manifest) await writeFile(join(dir, name, "manifest.json"), JSON.stringify(manifest, null, 2));
  };
  await write("2026-11-24.unfinished");
  expect(await ageOf()).toBe(Number.POSITIVE_INFINITY);
  const before = (hours: number) => ({ madeAt: new Date(Date.now() - hours * 3_600_000).toISOString() });
  await write("old", before(50));
  await write("new", before(26));
  const age = (await ageOf()) ?? 0;
  await rm(dir, { recursive: true });
  expect(age).toBeGreaterThanOrEqual(26 * 3_600);
  expect(age).toBeLessThan(50 * 3_600);
  expect(await scrape({ ...noStore, APP_URL: "http://localhost" })).not.toContain("sabia_backup_age_seconds");
});
