import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { suspendVideo } from "~/features/office/people/suspend-video.server";
import * as dashboard from "~/routes/creator/dashboard";
import * as deleteVideo from "~/routes/creator/delete-video";
import * as editVideo from "~/routes/creator/edit-video";
import * as uploadRoute from "~/routes/creator/upload";
import * as videos from "~/routes/creator/videos";
import { asOwner } from "../support/as-owner";
import { type Asked, ask, makeContext } from "../support/ask";
import { breakStorage } from "../support/broken-storage";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person, signIn } from "../support/people";
import { findStored, nothing } from "../support/stored";
import { setRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";
import { textParts, thumbnailPart, videoPart } from "../support/upload";

const world = await startTestWorld();
let ana: Person;
beforeEach(async () => {
  ana = await makeCreator(world);
});

describe("POST /creator/upload", () => {
  const path = "/creator/upload";
  const send = (asked: Partial<Asked>, on = world) =>
    ask(on, uploadRoute.action, { path, cookie: ana.cookie, ...asked });
  const good = () => [...textParts(), thumbnailPart(), videoPart()];

  test("redirects a valid form to the creator's videos, with the message", async () => {
    expect(await send({ parts: good() })).toMatchObject({
      status: 303,
      location: "/creator/videos",
      flash: { tone: "success", title: "videos.uploaded" },
    });
    expect((await findStored(world, ana.userId)).rows).toHaveLength(1);
  });

  test("answers an invalid form with 400, messages by field and its values", async () => {
    const answer = await send({
      parts: [...textParts({ price: "x", title: "Aula & <b>" }), thumbnailPart()],
    });
    expect(answer.status).toBe(400);
    expect(answer.data).toEqual({
      errors: { price: "videos.priceInvalid", video: "videos.videoMissing" },
      values: { source: "file", title: "Aula & <b>", description: "Em casa.", price: "x" },
      failure: undefined,
    });
  });

  test("answers an incomplete form with 400 and a message about the connection", async () => {
    const answer = await send({ body: "x", headers: { "Content-Type": "multipart/form-data; boundary=y" } });
    expect(answer.status).toBe(400);
    expect(answer.data).toMatchObject({ failure: { step: "videos.uploadBroken" } });
  });

  test.each([
    ["away", "unavailable", "videos.reasonUnavailable"],
    ["full", "full", "videos.reasonFull"],
  ] as const)(
    "answers with 503, the specified step and the cause if the store is %s",
    async (_, reason, told) => {
      const storage = breakStorage(world.services.storage, { operation: "put", key: /\.mp4$/, reason });
      const answer = await send({ parts: good() }, { ...world, services: { ...world.services, storage } });
      expect(answer.status).toBe(503);
      expect(answer.data).toMatchObject({ failure: { step: "videos.uploadVideoFailed", reason: told } });
      expect(answer.data).toMatchObject({ errors: {}, values: typed });
      expect(await findStored(world, ana.userId)).toEqual(nothing);
    },
  );

  const typed = { source: "file", title: "Pão de queijo", description: "Em casa.", price: "49,90" };

  test.each([
    ["a file", { title: "no room" }],
    ["a link", { title: "no room", source: "youtube", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" }],
  ])("answers with 503, the cause and the input if the database fails with %s", async (_, changes) => {
    await asOwner(
      world.services.db,
      sql`
      CREATE OR REPLACE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '53100'; END $$`,
    );
    await asOwner(
      world.services.db,
      sql`
      CREATE OR REPLACE TRIGGER planted BEFORE INSERT ON videos FOR EACH ROW
      WHEN (NEW.title = 'no room') EXECUTE FUNCTION planted()`,
    );
    const answer = await send({ parts: [...textParts(changes), thumbnailPart(), videoPart()] });
    expect(answer.status).toBe(503);
    expect(answer.data).toEqual({
      errors: {},
      values: { ...typed, ...changes },
      failure: { step: "videos.uploadRecordFailed", reason: "creator.reasonDatabase" },
    });
    expect(await findStored(world, ana.userId)).toEqual(nothing);
  });

  test("answers a bug with 500, the message for unknown errors, a log line and the input", async () => {
    const put = async () => {
      throw new TypeError("planted bug");
    };
    const { services } = world;
    const buggy = { ...world, services: { ...services, storage: { ...services.storage, put } } };
    const answer = await send({ parts: good() }, buggy);
    expect(answer.status).toBe(500);
    expect(answer.data).toEqual({
      errors: {},
      values: typed,
      failure: { step: "videos.uploadUnknown", reason: "videos.uploadUnknown" },
    });
    expect(world.logged.at(-1)).toMatchObject({ level: 50, err: { message: "planted bug" } });
    expect(await findStored(world, ana.userId)).toEqual(nothing);
  });

  test("redirects a person who may not publish before the form is read", async () => {
    const { cookie } = await makeConsumer(world);
    for (const [who, location] of [
      [undefined, "/"],
      [cookie, "/creator-register"],
    ] as const) {
      let read = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            read += 1;
            controller.enqueue(new Uint8Array(1_000));
          },
        },
        { highWaterMark: 0 },
      );
      const request = new Request(`http://localhost:3000${path}`, {
        method: "POST",
        body,
        duplex: "half",
        headers: { "Content-Type": "multipart/form-data; boundary=x", ...(who ? { Cookie: who } : {}) },
      });
      const led = await uploadRoute
        .action({ request, params: {}, context: makeContext(world) })
        .catch((answer: unknown) => answer);
      expect(led).toBeInstanceOf(Response);
      expect([(led as Response).status, (led as Response).headers.get("Location"), read]).toEqual([
        303,
        location,
        0,
      ]);
    }
  });
});

describe("/creator/videos", () => {
  const path = "/creator/videos";
  const list = async (who = ana) =>
    (
      (await ask(world, videos.loader, { path, cookie: who.cookie })).data as {
        videos: { id: string; sold: boolean; state: unknown }[];
      }
    ).videos;
  const remove = (form: Record<string, string>, who = ana, on = world) =>
    ask(on, videos.action, { path, form, cookie: who.cookie });

  test("lists the creator's videos only", async () => {
    const id = await makeVideo(world, ana);
    await makeVideo(world, await makeCreator(world));
    expect((await list()).map((video) => video.id)).toEqual([id]);
    expect(JSON.stringify(await list())).not.toContain(".mp4");
  });

  test("shows the sales and the rating of each video from its running counts", async () => {
    const videoId = await makeVideo(world, ana);
    const figures = { sales_count: 3, review_count: 2, rating_total: 9 };
    await setRows(world.services.db, "videos", { id: videoId }, figures);
    expect(await list()).toMatchObject([figures]);
  });

  test("marks a suspended video, which stays editable, until it is restored", async () => {
    const videoId = await makeVideo(world, ana);
    const states = async () => (await list()).map(({ state }) => state);
    const by = { userId: ana.userId, email: ana.email, address: null, browser: null, at: new Date() };
    await suspendVideo(world.services, { videoId, suspended: true, reason: "Denúncia", by });
    expect(await states()).toEqual([{ step: "suspended" }]);
    const page = { path: `/creator/videos/${videoId}/edit`, params: { videoId }, cookie: ana.cookie };
    expect((await ask(world, editVideo.loader, page)).status).toBe(200);
    await suspendVideo(world.services, { videoId, suspended: false, by });
    expect(await states()).toEqual([{ step: "shown" }]);
  });

  test("redirects back with a message after a deletion, and does not find other creators' videos", async () => {
    const videoId = await makeVideo(world, ana);
    const form = { intent: "delete", videoId };
    expect(await remove(form, await makeCreator(world))).toMatchObject({
      status: 303,
      flash: { tone: "error", title: "creator.failed", description: "videos.deleteFailed" },
    });
    expect(await list()).toHaveLength(1);
    expect(await remove(form)).toMatchObject({
      status: 303,
      location: path,
      flash: { tone: "success", title: "videos.deleted" },
    });
    expect(await list()).toEqual([]);
  });

  test("requires a recent proof for a deletion on its page, and accepts the password with the form", async () => {
    const videoId = await makeVideo(world, ana);
    const who = { ...ana, cookie: await signIn(world, ana.userId) };
    world.advance(11 * 60_000);
    const form = { intent: "delete", videoId };
    for (const [password, title] of [
      ["", "accounts.proofMissing"],
      ["not it", "accounts.proofWrong"],
    ])
      expect(await remove({ ...form, password: password ?? "" }, who)).toMatchObject({
        status: 303,
        location: `${path}/${videoId}/delete`,
        flash: { tone: "error", title },
      });
    expect(await list()).toHaveLength(1);
    const params = { videoId };
    const page = { path: `${path}/${videoId}/delete`, params, cookie: who.cookie };
    expect((await ask(world, deleteVideo.loader, page)).data).toMatchObject({ proofNeeded: true });
    expect(await remove({ ...form, password: who.password }, who)).toMatchObject({
      flash: { title: "videos.deleted" },
    });
    expect(await list()).toEqual([]);
  });

  test("shows the specified message if the store fails, and keeps the video", async () => {
    const videoId = await makeVideo(world, ana);
    const storage = breakStorage(world.services.storage, { operation: "remove" });
    const answer = await remove({ intent: "delete", videoId }, ana, {
      ...world,
      services: { ...world.services, storage },
    });
    expect(answer).toMatchObject({
      status: 303,
      flash: { tone: "error", title: "creator.failed", description: "videos.deleteFailed" },
    });
    expect(await list()).toHaveLength(1);
  });

  test("deletes the video if the store does not respond, and reports that the file may remain", async () => {
    const videoId = await makeVideo(world, ana);
    const { storage } = world.services;
    const broken = breakStorage(breakStorage(storage, { operation: "remove" }), { operation: "find" });
    const answer = await remove({ intent: "delete", videoId }, ana, {
      ...world,
      services: { ...world.services, storage: broken },
    });
    expect(answer).toMatchObject({
      status: 303,
      flash: { tone: "success", title: "videos.deleted", description: "creator.deletedFileLeft" },
    });
    expect(await list()).toEqual([]);
  });

  test("asks before the deletion of the creator's own video, and says whether it was sold", async () => {
    const id = await makeVideo(world, ana);
    const question = (who: Person, videoId = id) =>
      ask(world, deleteVideo.loader, {
        path: `/creator/videos/${videoId}/delete`,
        params: { videoId },
        cookie: who.cookie,
      });
    expect((await question(ana)).data).toEqual({
      id,
      title: "Pão de queijo",
      sold: false,
      awaited: false,
      soldByIt: 0,
      proofNeeded: false,
    });
    await makeSale(world, await makeConsumer(world), id);
    expect((await question(ana)).data).toMatchObject({ sold: true });
    expect((await list())[0]).toMatchObject({ sold: true });
    expect(await question(await makeCreator(world))).toMatchObject({ status: 404 });
    expect(await question(ana, "1")).toMatchObject({ status: 404 });
  });
});

describe("access to the creator area", () => {
  const enter = (cookie?: string) => ask(world, dashboard.loader, { path: "/creator/dashboard", cookie });

  test("redirects an ended session to the start with the specified message, and clears the cookie", async () => {
    await world.services.db.deleteFrom("sessions").where("user_id", "=", ana.userId).execute();
    expect(await enter(ana.cookie)).toMatchObject({
      status: 303,
      location: "/",
      session: "",
      flash: { tone: "error", title: "accounts.authTitle", description: "accounts.authText" },
    });
  });
});
