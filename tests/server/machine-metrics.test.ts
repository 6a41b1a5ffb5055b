import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { watchMachine } from "~/server/metrics/watch-machine.server";
import { selfSigned } from "../support/self-signed";

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

test("the free space of both disks is measured, and a missing folder has no series", async () => {
  const text = await scrape({ ...noStore, APP_URL: "http://localhost", STORAGE_DIR: tmpdir() });
  for (const disk of ["files", "uploads"]) {
    expect(numberOf(text, `sabia_disk_free_bytes{disk="${disk}"}`)).toBeGreaterThan(0);
    expect(numberOf(text, `sabia_disk_free_ratio{disk="${disk}"}`)).toBeLessThanOrEqual(1);
  }
  const missing = await scrape({ ...noStore, APP_URL: "http://localhost", STORAGE_DIR: "/no/such/folder" });
  expect(missing).not.toMatch(/^sabia_disk_free/m);
});

test("the certificate's remaining time is reported, and is absent while the address does not respond", async () => {
  const site = createServer(selfSigned, (_req, res) => res.end());
  site.listen(0, "localhost");
  await once(site, "listening");
  const url = `https://localhost:${(site.address() as AddressInfo).port}`;
  const text = await scrape({ ...noStore, APP_URL: url });
  expect(numberOf(text, "sabia_certificate_remaining_seconds")).toBeGreaterThan(86_400);
  site.close();
  await once(site, "close");
  expect(await scrape({ ...noStore, APP_URL: url })).not.toMatch(/^sabia_certificate_remaining_seconds/m);
});

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
