/**
 * A backup, restored. Needs pg_dump and pg_restore as new as their server: Debian's PostgreSQL, in the long tests where
 * it is installed.
 */
import { writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backUp, removeOldBackups, restore } from "../../dev/backup/back-up";
import { onServer } from "../../dev/postgres/on-server";
import { migrateToLatest } from "../../migrations/migrate";
import { openClusters } from "../support/debian-postgres";
import { findDebianPostgres, withReason } from "./skip-reason";

const { programs, skipped } = await findDebianPostgres();

describe.skipIf(skipped)(withReason("a backup of a single machine", skipped), () => {
  let dir = "";
  let clusters: Awaited<ReturnType<typeof openClusters<"only">>>;
  const urlOf = (database: string) => clusters.urlOf("only", database);

  beforeAll(async () => {
    clusters = await openClusters(programs, ["only"]);
    dir = clusters.dir;
    clusters.create("only");
    clusters.start("only");
    for (const name of ["shop", "restored", "again"]) await clusters.createDatabase("only", name);
    await migrateToLatest(urlOf("shop"));
  });
  afterAll(() => clusters.remove());

  const topicsOf = (database: string) =>
    onServer(urlOf(database), async (client) => {
      const { rows } = await client.query<{ slug: string }>("SELECT slug FROM topics ORDER BY slug");
      return rows.map(({ slug }) => slug);
    });

  test("a backup has every row and file; a damaged one is not restored, and none is restored over existing data", async () => {
    const storageDir = join(dir, "files");
    const backup = join(dir, "backup");
    const backUpTo = (folder: string) =>
      backUp({ databaseUrl: urlOf("shop"), storageDir, backup: folder, programs });
    await mkdir(join(storageDir, "objects", "owner", "videos"), { recursive: true });
    await writeFile(join(storageDir, "objects", "owner", "videos", "1.mp4"), "film");
    expect(Object.keys((await backUpTo(backup)).files)).toEqual(["owner/videos/1.mp4"]);
    await expect(backUpTo(backup)).rejects.toThrow("exists");

    const restoredDir = join(dir, "restored-files");
    const target = { databaseUrl: urlOf("restored"), storageDir: restoredDir, backup, programs };
    await restore(target);
    expect(await topicsOf("restored")).toEqual(await topicsOf("shop"));
    expect((await topicsOf("restored")).length).toBeGreaterThan(0);
    expect(await readFile(join(restoredDir, "objects/owner/videos/1.mp4"), "utf8")).toBe("film");
    // Its schema is this release's.
    expect(await migrateToLatest(urlOf("restored"))).toEqual([]);

    await expect(restore(target)).rejects.toThrow("the database is not empty");
    // The next backup links the unchanged film; the one after that copies it again, because it was damaged
    // meanwhile.
    const nightly = (name: string) => backUpTo(join(dir, "nightly", name));
    const film = (name: string) => join(dir, "nightly", name, "files/owner/videos/1.mp4");
    await mkdir(join(dir, "nightly"));
    const first = await nightly("1");
    expect((await nightly("2")).files).toEqual(first.files);
    expect((await stat(film("2"))).ino).toBe((await stat(film("1"))).ino);
    writeFileSync(film("2"), "fil?");
    expect((await nightly("3")).files).toEqual(first.files);
    expect((await stat(film("3"))).ino).not.toBe((await stat(film("2"))).ino);
    expect(await readFile(film("3"), "utf8")).toBe("film");
    await mkdir(join(dir, "nightly", "4.unfinished"));
    expect(await removeOldBackups(join(dir, "nightly"), 2)).toEqual([join(dir, "nightly", "1")]);
    expect((await readdir(join(dir, "nightly"))).sort()).toEqual(["2", "3", "4.unfinished"]);

    writeFileSync(join(backup, "files/owner/videos/1.mp4"), "fil?");
    await expect(restore({ ...target, databaseUrl: urlOf("again") })).rejects.toThrow(
      "the backup is damaged: owner/videos/1.mp4",
    );
  });
});
