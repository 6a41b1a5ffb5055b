/** Resumable uploads: against the plain form, against @tus/server alone, and twenty at once. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type AppUnderTest, makeThumbnail, registerCreator } from "./app-under-test";
import type { ChildServer } from "./child-server";
import { inTurn } from "./load";
import { residentBytes, watchMemory } from "./memory";
import { beginBare, beginInApp, sendAll } from "./tus-client";
import { upload } from "./upload-client";

const videoBytes = 524_288_000;
const warmUpBytes = 20 * 1024 * 1024;
/** Of two creators, because each may have ten unfinished uploads. */
const atOnce = 20;

export interface ResumableSpeeds {
  /** Bytes per second. */
  againstForm: { app: number; bare: number };
  againstTus: { app: number; bare: number };
  /**
   * Resident memory of the app during twenty uploads, in bytes: before, and the maximum; and the rate in bytes per
   * second.
   */
  many: { before: number; highest: number; rate: number };
}

/** Measures all three, five rounds each except the last. `dir`: for the minimal server's files. */
export async function measureResumable(
  app: AppUnderTest,
  bare: ChildServer,
  dir: string,
): Promise<ResumableSpeeds> {
  mkdirSync(dir, { recursive: true });
  const thumbnail = await makeThumbnail();
  const sendToApp = async (bytes: number, cookie = app.cookie) =>
    sendAll(await beginInApp({ url: app.url, cookie }, thumbnail, bytes), bytes, {
      Origin: app.url,
      Cookie: cookie,
    });
  const sendToBare = async (bytes: number) => sendAll(await beginBare(bare.url, bytes), bytes);
  const tidy = () => {
    for (const folder of readdirSync(app.objectsDir)) {
      for (const name of readdirSync(join(app.objectsDir, folder)))
        if (name.endsWith(".mp4")) rmSync(join(app.objectsDir, folder, name));
    }
    for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true });
  };
  const speed = (send: Promise<number>) => send.then((seconds) => videoBytes / seconds).finally(tidy);
  await sendToApp(warmUpBytes);
  await sendToBare(warmUpBytes);
  await upload(app, thumbnail, warmUpBytes);
  tidy();
  const againstForm = await inTurn(
    5,
    () => speed(sendToApp(videoBytes)),
    () => speed(upload(app, thumbnail, videoBytes)),
  );
  const againstTus = await inTurn(
    5,
    () => speed(sendToApp(videoBytes)),
    () => speed(sendToBare(videoBytes)),
  );
  const creators = [app.cookie, await registerCreator(app.url, "bia@example.com")];
  const before = residentBytes(app.pid);
  const highest = watchMemory(app.pid);
  const start = performance.now();
  const sending = Array.from({ length: atOnce }, (_, n) =>
    sendToApp(videoBytes, creators[n % creators.length]),
  );
  await Promise.all(sending).finally(highest);
  const rate = (atOnce * videoBytes) / ((performance.now() - start) / 1000);
  const many = { before, highest: highest(), rate };
  tidy();
  return { againstForm, againstTus, many };
}
