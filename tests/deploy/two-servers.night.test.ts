/**
 * Two servers behind nginx, with the configuration of docs/operations.md, one database and one bucket: in the long
 * tests, where Debian's nginx is installed.
 */

import { expect, test, vi } from "vitest";
import { uploadChunkBytes } from "~/features/studio/uploads/upload-limits";
import { findFreePort } from "../../dev/postgres/free-port";
import { makeVideo as makeFile } from "../features/studio/uploads/test-file";
import { mustBegin, offsetOf, patch } from "../features/studio/uploads/tus";
import { Browser, type Reply, send } from "../support/browser";
import { nginxProgram, startNginx } from "../support/nginx";
import { makeCreator, makeVideo, readClip } from "../support/people";
import { startS3Server } from "../support/s3/s3-server";
import { salesAddress } from "../support/sales-address";
import { startMortalServer } from "../support/server-process";
import { readRow, setRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";
import { findSkipReason, withReason } from "./skip-reason";

const skipped = await findSkipReason({ programs: [nginxProgram], packages: "nginx" });

test.skipIf(skipped)(
  withReason("sessions, limits, kept pages, uploads and a stop of one are the same for both", skipped),
  {
    timeout: 240_000,
  },
  async ({ onTestFinished }) => {
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const port = await findFreePort();
    const origin = `https://localhost:${port}`;
    const shared = { STORAGE_DIR: undefined, ...s3.variables, APP_URL: origin, TRUSTED_PROXY_HOPS: "1" };
    const world = await startTestWorld(shared);
    const { db } = world.services;
    const first = await startMortalServer(world, { APP_URL: origin });
    const second = await startMortalServer(world, { APP_URL: origin });
    onTestFinished(await startNginx(port, [first.port, second.port]));
    const secured = { port, origin, secure: true };
    /** The number of servers that answered: nginx names all that it tried. */
    const asked = (replies: Reply[]) =>
      new Set(replies.map(({ headers }) => String(headers["x-upstream"]).split(", ").at(-1))).size;

    // A session that begins on one is known on the other.
    const ana = await makeCreator(world);
    const browser = new Browser(secured);
    const login = await browser.post("/creator-login", { email: ana.email, password: ana.password });
    expect([login.status, login.location]).toEqual([303, "/creator/dashboard"]);
    const pages = await Promise.all(Array.from({ length: 6 }, () => browser.get("/creator/dashboard")));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(asked(pages)).toBe(2);

    // Ten tries a minute at both together, however many addresses a visitor claims in X-Forwarded-For.
    const tries: Reply[] = [];
    for (let round = 0; round < 12; round += 1) {
      const email = `nobody-${round}@example.com`;
      tries.push(
        await new Browser(secured).post("/consumer-login", { intent: "login", email, password: "wrong" }),
      );
    }
    expect(asked(tries)).toBe(2);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);

    // A page that both keep is new on both after a change at one.
    const videoId = await makeVideo(world, ana, { title: "Antes" }, readClip());
    const { path } = await salesAddress(db, videoId);
    const show = (at: number) => send(at, { path }, new URL(origin).host);
    for (const { port: at } of [first, second]) {
      await vi.waitUntil(async () => (await show(at)).headers.etag !== undefined, { timeout: 20_000 });
      expect((await show(at)).body).toContain("Antes");
    }
    await setRows(db, "videos", { id: videoId }, { description: "Depois" });
    for (const { port: at } of [first, second]) {
      // Far sooner than the minute after which a page is old.
      await vi.waitUntil(async () => (await show(at)).body.includes("Depois"), {
        timeout: 10_000,
        interval: 20,
      });
    }

    // The pieces of an upload arrive at one or the other.
    const sender = { ...secured, cookie: browser.cookie };
    const file = makeFile(3 * uploadChunkBytes + 11);
    const id = await mustBegin(sender, file);
    const pieces: Reply[] = [];
    for (let offset = 0; offset < file.length; offset += uploadChunkBytes) {
      expect(await offsetOf(sender, id)).toBe(offset);
      // An odd number of requests for each piece, so that the servers take turns with the pieces.
      await browser.get("/favicon.svg");
      pieces.push(await patch(sender, id, offset, file.subarray(offset, offset + uploadChunkBytes)));
    }
    expect(pieces.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(asked(pieces)).toBe(2);
    const stored = await readRow(db, "videos", { id }, "published_at", "video_url");
    expect(stored.published_at).not.toBeNull();
    expect(s3.keys()).toContain(stored.video_url);

    // One stops: no visitor notices.
    let asking = true;
    const during: number[] = [];
    const visitor = (async () => {
      while (asking) during.push((await browser.get("/creator/dashboard")).status);
    })();
    await first.stop();
    const rest = await Promise.all(Array.from({ length: 6 }, () => browser.get("/creator/dashboard")));
    asking = false;
    await visitor;
    expect(new Set([...during, ...rest.map(({ status }) => status)])).toEqual(new Set([200]));
    expect(asked(rest)).toBe(1);
  },
);
