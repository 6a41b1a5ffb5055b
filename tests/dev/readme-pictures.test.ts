/**
 * README's pictures show the pages of today: what a page consists of is compared with its outline when the picture was
 * taken.
 */
import { beforeAll, expect, test } from "vitest";
import { fillShop } from "../../dev/demo/add-demo-data";
import { demoAdmin, demoCreators, demoLearners } from "../../dev/demo/people";
import { outlineOf } from "../../dev/screens/page-outline";
import { findVideoIds, readmePictures, readOutlines } from "../../dev/screens/readme-pictures";
import { type Role, screens } from "../../dev/screens/screen-list";
import { Browser } from "../support/browser";
import { startHttpApp } from "../support/http-app";
import { deliverEvents, signIn } from "../support/people";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld({ ADMIN_SECOND_FACTOR: "never" });
const { port } = await startHttpApp(world);
const { db } = world.services;

const people: [Role, { email: string }][] = [
  ["creator", demoCreators[0]],
  ["learner", demoLearners[0]],
  ["admin", demoAdmin],
];
const cookies = new Map<Role, string>([["anyone", ""]]);
const ids: Record<string, string> = {};

beforeAll(async () => {
  await fillShop(world.services, {
    sessions: () => world.stripe.sessions(),
    setBehind: (milliseconds) => world.stripe.setBehind(milliseconds),
    pay: async (sessionId, attempt) => {
      const paid = await world.stripe.pay(sessionId, attempt);
      await deliverEvents(world, sessionId);
      return paid;
    },
  });
  for (const [role, { email }] of people) {
    const user = await db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    cookies.set(role, await signIn(world, user.id));
  }
  Object.assign(ids, findVideoIds(await read("learner", "/marketplace")));
  const creator = db
    .selectFrom("creator_profiles")
    .select("handle")
    .where("email", "=", demoCreators[0].email);
  ids.handle = (await creator.executeTakeFirstOrThrow()).handle;
});

async function read(role: Role, path: string): Promise<string> {
  const browser = new Browser({ port, cookie: cookies.get(role) ?? "" });
  const first = await browser.get(path);
  // The page's whole id leads to its address.
  const reply = first.status === 301 ? await browser.get(first.location ?? "") : first;
  expect(reply.status, path).toBe(200);
  return reply.body;
}

test.each(readmePictures)(
  "the README picture %s matches the page (`npm run screens:readme` retakes it)",
  async (picture) => {
    const name = picture.replace(/-\d+-(light|dark)$/, "");
    const screen = screens.find((known) => known.name === name);
    if (!screen) throw new Error(`no screen ${name}`);
    const path = screen.path.replace(/:([a-z]+)/g, (_, word: string) => ids[word] ?? "");
    expect(outlineOf(await read(screen.as, path))).toEqual(readOutlines()[picture]);
  },
);

test("the outline of a page has headings and controls, and no numbers", () => {
  const page = `<h1>2 vídeos</h1><button class="buy">Comprar</button>`;
  const outline = outlineOf(page);
  expect(outlineOf(page.replace("2", "3"))).toEqual(outline);
  expect(outlineOf(page.replace("Comprar", "Levar"))).not.toEqual(outline);
  expect(outlineOf(page.replace("</h1>", "</h1><h2>Novo</h2>"))).not.toEqual(outline);
});
