/** Of the largest video: by form against busboy, and resumable against the form. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { upload } from "../tests/support/form-upload";
import { beginInApp, sendAll } from "../tests/support/tus-client";
import { type AppUnderTest, makeThumbnail } from "./app-under-test";
import type { BareProcess } from "./bare-process";
import { inTurn, watchMemory } from "./load";

/** 500 MB (app/features/base/files/accepted-files.ts). */
const videoBytes = 524_288_000;
const warmUpBytes = 20 * 1024 * 1024;

/** Bytes per second, medians of three rounds; growth of resident memory in bytes. */
export async function measureUploads(
  app: AppUnderTest,
  dir: string,
  startBare: (dir: string) => Promise<BareProcess>,
) {
  mkdirSync(dir);
  const bare = await startBare(dir);
  const thumbnail = await makeThumbnail();
  const tidy = () => {
    // Their records stay: nothing plays them here.
    for (const folder of readdirSync(app.objectsDir))
      for (const name of readdirSync(join(app.objectsDir, folder)))
        if (name.endsWith(".mp4")) rmSync(join(app.objectsDir, folder, name));
    rmSync(join(dir, "video"), { force: true });
  };
  const byForm = (target: { url: string; cookie?: string }, bytes = videoBytes) =>
    upload(target, thumbnail, bytes);
  const resumable = async (bytes = videoBytes) =>
    sendAll(await beginInApp(app, thumbnail, bytes), bytes, { Origin: app.url, Cookie: app.cookie });
  // Loads what is loaded on first use, above all the image library, so that only the uploads' own memory counts.
  for (const warmUp of [byForm(bare, warmUpBytes), byForm(app, warmUpBytes), resumable(warmUpBytes)])
    await warmUp;
  tidy();
  const speed = (seconds: Promise<number>) => seconds.then((taken) => videoBytes / taken).finally(tidy);
  const before = watchMemory(app.pid)();
  const highest = watchMemory(app.pid);
  const form = await inTurn(
    3,
    () => speed(byForm(app)),
    () => speed(byForm(bare)),
  );
  const grown = highest() - before;
  const tus = await inTurn(
    3,
    () => speed(resumable()),
    () => speed(byForm(app)),
  );
  return { form, tus, grown };
}
