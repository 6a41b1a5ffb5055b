/** How many statements a page costs, so that a query in a loop, or one too many, is seen. */
import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { send } from "../support/browser";
import { startHttpApp } from "../support/http-app";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person } from "../support/people";
import { startTestWorld } from "../support/test-services";

// Before the first connection: the pool keeps the method that a client had then.
const query = vi.spyOn(pg.Client.prototype, "query");
const world = await startTestWorld();
const { port } = await startHttpApp(world);

let ana: Person;
let beto: Person;
let bought: string;
beforeAll(async () => {
  ana = await makeCreator(world);
  beto = await makeConsumer(world);
  bought = await makeVideo(world, ana);
  for (let n = 0; n < 4; n += 1) await makeVideo(world, ana, { title: `Pão de queijo ${n}` });
  await makeSale(world, beto, bought);
});

/** The second answer counts: the first one may load what is loaded once. */
async function countStatements(path: string, cookie?: string): Promise<number> {
  const headers: Record<string, string> = cookie ? { Cookie: cookie } : {};
  await send(port, { path, headers });
  query.mockClear();
  const reply = await send(port, { path, headers });
  expect(reply.status).toBe(200);
  return query.mock.calls.length;
}

/** The limits are one above what was counted: the session's last use is written now and then. */
const pages: [string, () => [path: string, cookie?: string], number][] = [
  ["the landing page", () => ["/"], 3],
  ["the marketplace", () => ["/marketplace"], 6],
  ["the marketplace of someone signed in", () => ["/marketplace", beto.cookie], 10],
  ["a search of someone signed in", () => ["/marketplace?q=queijo", beto.cookie], 7],
  ["a sales page", () => [`/videos/${bought}`], 10],
  ["a sales page of someone signed in", () => [`/videos/${bought}`, beto.cookie], 16],
  ["a watch page", () => [`/watch/${bought}`, beto.cookie], 10],
  ["the learner's purchases", () => ["/purchases", beto.cookie], 6],
  ["a creator's dashboard", () => ["/creator/dashboard", ana.cookie], 10],
  ["a creator's videos", () => ["/creator/videos", ana.cookie], 5],
];

test.each(pages)("%s", async (_, asked, limit) => {
  const count = await countStatements(...asked());
  expect(count, `${count} statements`).toBeLessThanOrEqual(limit);
});
