/** A page that reads while the session is looked up shows nothing that the session does not allow. */
import { expect, test } from "vitest";
import { endSession } from "~/features/entrance/sign-in/sign-in.server";
import type { NamedViewer } from "~/platform/context.server";
import { requireViewerReading } from "~/server/guards.server";
import { makeContext, makeRequest } from "../../../support/ask";
import { makeConsumer } from "../../../support/people";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { sessionCookie } = world.services;

const ask = (cookie: string, read: (viewer: NamedViewer) => Promise<string>) =>
  requireViewerReading({
    request: makeRequest({ path: "/purchases", cookie }),
    context: makeContext(world),
    read,
  });

/** Records for whom something was read. */
function recorder() {
  const asked: string[] = [];
  const read = async ({ userId }: NamedViewer) => {
    asked.push(userId);
    return `of ${userId}`;
  };
  return { asked, read };
}

const idOf = async (cookie: string) => (await sessionCookie.read(makeRequest({ path: "/", cookie }))) ?? "";
const named = async (id: string, userId?: string) =>
  (await sessionCookie.write(id, userId)).split(";")[0] ?? "";

test("the person whom a sign-in's cookie names is read for once, beside the session", async () => {
  const { userId, cookie } = await makeConsumer(world);
  const { asked, read } = recorder();
  expect(await ask(cookie, read)).toMatchObject({ viewer: { userId }, found: `of ${userId}` });
  expect(asked).toEqual([userId]);
});

test("an ended session leads to the login, whatever its cookie names", async () => {
  const { userId, cookie } = await makeConsumer(world);
  await endSession(makeContext(world), makeRequest({ path: "/logout", cookie }));
  const { asked, read } = recorder();
  await expect(ask(cookie, read)).rejects.toMatchObject({ status: 303 });
  expect(asked).toEqual([userId]);
});

test("a cookie that names another person than its session shows what is the session's", async () => {
  const [beto, caio] = [await makeConsumer(world), await makeConsumer(world)];
  const { asked, read } = recorder();
  const mixed = await named(await idOf(beto.cookie), caio.userId);
  expect(await ask(mixed, read)).toMatchObject({
    viewer: { userId: beto.userId },
    found: `of ${beto.userId}`,
  });
  expect(asked).toEqual([caio.userId, beto.userId]);
});

test("a cookie without a person, as before, is read for once its session is known", async () => {
  const { userId, cookie } = await makeConsumer(world);
  const { asked, read } = recorder();
  expect((await ask(await named(await idOf(cookie)), read)).found).toBe(`of ${userId}`);
  expect(asked).toEqual([userId]);
});

test("a failure of what was read early is that of the page, and none without a session", async () => {
  const { cookie } = await makeConsumer(world);
  const fails = () => Promise.reject(new Error("unreadable"));
  await expect(ask(cookie, fails)).rejects.toThrow("unreadable");
  await endSession(makeContext(world), makeRequest({ path: "/logout", cookie }));
  await expect(ask(cookie, fails)).rejects.toMatchObject({ status: 303 });
});
