import { beforeEach, describe, expect, test } from "vitest";
import { suspendVideo } from "~/features/office/people/suspend-video.server";
import * as dashboard from "~/routes/creator/dashboard";
import * as deleteVideo from "~/routes/creator/delete-video";
import * as editVideo from "~/routes/creator/edit-video";
import * as uploadRoute from "~/routes/creator/upload";
import * as videos from "~/routes/creator/videos";
import { type Asked, ask } from "../support/ask";
import { breakStorage } from "../support/broken-storage";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person, signIn } from "../support/people";
import { actorOf } from "../support/rows";
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

  test("answers with 503, the specified step, the cause and the input if the store is full", async () => {
    const fault = { operation: "put", key: /\.mp4$/, reason: "full" } as const;
    const storage = breakStorage(world.services.storage, fault);
    const answer = await send({ parts: good() }, { ...world, services: { ...world.services, storage } });
    expect(answer.status).toBe(503);
    expect(answer.data).toEqual({
      errors: {},
      values: typed,
      failure: { step: "videos.uploadVideoFailed", reason: "videos.reasonFull" },
    });
    expect(await findStored(world, ana.userId)).toEqual(nothing);
  });

  const typed = { source: "file", title: "Pão de queijo", description: "Em casa.", price: "49,90" };

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
});

describe("/creator/videos", () => {
  const path = "/creator/videos";
  const list = async () => {
    const { data } = await ask(world, videos.loader, { path, cookie: ana.cookie });
    return (data as { videos: { id: string; state: unknown }[] }).videos;
  };
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
    const by = actorOf(ana.userId);
    await suspendVideo(world.services, { videoId, suspended: true, reason: "Denúncia", by });
    expect(await states()).toEqual([{ step: "suspended" }]);
    const page = { path: `/creator/videos/${videoId}/edit`, cookie: ana.cookie };
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
    ] as const)
      expect(await remove({ ...form, password }, who)).toMatchObject({
        status: 303,
        location: `${path}/${videoId}/delete`,
        flash: { tone: "error", title },
      });
    expect(await list()).toHaveLength(1);
    const page = { path: `${path}/${videoId}/delete`, cookie: who.cookie };
    expect((await ask(world, deleteVideo.loader, page)).data).toMatchObject({ proofNeeded: true });
    expect(await remove({ ...form, password: who.password }, who)).toMatchObject({
      flash: { title: "videos.deleted" },
    });
    expect(await list()).toEqual([]);
  });

  test("reports a store that fails, and a file that may remain", async () => {
    const form = { intent: "delete", videoId: await makeVideo(world, ana) };
    const fails = breakStorage(world.services.storage, { operation: "remove" });
    const isSilent = breakStorage(fails, { operation: "find" });
    for (const [storage, flash] of [
      [fails, { tone: "error", title: "creator.failed", description: "videos.deleteFailed" }],
      [isSilent, { tone: "success", title: "videos.deleted", description: "creator.deletedFileLeft" }],
    ] as const) {
      const broken = { ...world, services: { ...world.services, storage } };
      expect(await remove(form, ana, broken)).toMatchObject({ status: 303, flash });
    }
    expect(await list()).toEqual([]);
  });

  test("asks before the deletion of the creator's own video, and says whether it was sold", async () => {
    const id = await makeVideo(world, ana);
    const question = (videoId = id) =>
      ask(world, deleteVideo.loader, { path: `/creator/videos/${videoId}/delete`, cookie: ana.cookie });
    const facts = { id, title: "Pão de queijo", awaited: false, soldByIt: 0, proofNeeded: false };
    expect((await question()).data).toEqual({ ...facts, sold: false });
    await makeSale(world, await makeConsumer(world), id);
    expect((await question()).data).toEqual({ ...facts, sold: true });
    expect(await question("1")).toMatchObject({ status: 404 });
  });
});

test("an ended session is redirected to the start with the specified message, and its cookie cleared", async () => {
  await world.services.db.deleteFrom("sessions").where("user_id", "=", ana.userId).execute();
  const asked = { path: "/creator/dashboard", cookie: ana.cookie };
  expect(await ask(world, dashboard.loader, asked)).toMatchObject({
    location: "/",
    session: "",
    flash: { tone: "error", title: "accounts.authTitle", description: "accounts.authText" },
  });
});
