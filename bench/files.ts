/** Ranges of a video; uploads of the largest one, by form against busboy and resumable against the form. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { upload } from "../tests/support/form-upload";
import { beginInApp, sendAll } from "../tests/support/tus-client";
import { makeThumbnail, publishAndWatch } from "./app-under-test";
import { compare, inTurn, measureLoad, watchMemory } from "./load";
import { type Bench, loadRow, type Row, ratioRow, verdict } from "./rows";

const mebibyte = 1024 * 1024;

export async function* measureRange({ theApp, startBare }: Bench): AsyncGenerator<Row> {
  const app = await theApp();
  const { link } = await publishAndWatch(app);
  const bare = await startBare("range", app.objectsDir);
  const start = 5 * mebibyte;
  const headers = { Range: `bytes=${start}-${start + 65_535}`, Cookie: app.cookie };
  const [ofApp, ofBare] = [
    { url: `${app.url}${link}`, headers, pid: app.pid },
    { url: bare.url + new URL(link, app.url).pathname.replace("/files", ""), headers, pid: bare.pid },
  ];
  for (const { url } of [ofApp, ofBare]) {
    const answer = await fetch(url, { headers });
    if (answer.status !== 206 || (await answer.arrayBuffer()).byteLength !== 65_536)
      throw new Error(`a range was answered ${answer.status}`);
  }
  const sides = await compare(
    () => measureLoad(ofApp),
    () => measureLoad(ofBare),
  );
  yield loadRow("64 KiB of a signed video, against express + send", sides.app, sides.bare, 0.8);
}

/** 500 MB (app/features/base/files/accepted-files.ts). */
const videoBytes = 524_288_000;
const warmUpBytes = 20 * mebibyte;

/** Speeds are medians of three rounds. */
export async function* measureUploads({ dir, theApp, startBare }: Bench): AsyncGenerator<Row> {
  const app = await theApp();
  const bareDir = join(dir, "bare");
  mkdirSync(bareDir);
  const bare = await startBare("upload", bareDir);
  const thumbnail = await makeThumbnail();
  const tidy = () => {
    // Their records stay: nothing plays them here.
    for (const folder of readdirSync(app.objectsDir))
      for (const name of readdirSync(join(app.objectsDir, folder)))
        if (name.endsWith(".mp4")) rmSync(join(app.objectsDir, folder, name));
    rmSync(join(bareDir, "video"), { force: true });
  };
  const byForm = (target: { url: string; cookie?: string }, bytes = videoBytes) =>
    upload(target, thumbnail, bytes);
  const resumable = async (bytes = videoBytes) =>
    sendAll(await beginInApp(app, thumbnail, bytes), bytes, { Origin: app.url, Cookie: app.cookie });
  // Loads what is loaded on first use, above all the image library, so that only the uploads' own memory counts.
  for (const warmUp of [byForm(bare, warmUpBytes), byForm(app, warmUpBytes), resumable(warmUpBytes)])
    await warmUp;
  tidy();
  const speedOf = (send: () => Promise<number>) => async () => {
    const seconds = await send().finally(tidy);
    return videoBytes / seconds;
  };
  const speed = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB/s`;
  const ofForm = speedOf(() => byForm(app));
  const before = watchMemory(app.pid)();
  const highest = watchMemory(app.pid);
  const form = await inTurn(
    3,
    ofForm,
    speedOf(() => byForm(bare)),
  );
  const grown = highest() - before;
  yield ratioRow("Upload of 500 MB through the form, against node http + busboy", form, speed, 0.5);
  const memory = `${Math.round(grown / mebibyte)} MiB`;
  const bar = verdict(grown < 100_000_000, "under 100 MB");
  yield { what: "Growth of memory during those uploads", app: memory, result: memory, bar };
  const tus = await inTurn(3, speedOf(resumable), ofForm);
  yield ratioRow("Resumable upload of 500 MB, against the form", tus, speed);
}
