import { beforeAll, describe, expect, test } from "vitest";
import { Browser, type Reply } from "../support/browser";
import { startHttpWorld } from "../support/http-app";
import { readRows } from "../support/tables";
import { appUrl } from "../support/test-services";
import { dataPath } from "./crawl";
import { type Answers, type Person, persons, routeTable } from "./route-table";
import {
  changedTables,
  cookieOf,
  digestRows,
  fillIds,
  formOf,
  makeScene,
  type RowDigest,
  type Scene,
} from "./route-table-scene";
import { listRoutes } from "./routes";

/**
 * The persons who try the way at an index, of `ways`, on a route: each person tries one of the other ways to read, and
 * one of the other ways to send; together they try each.
 */
function personsFor(id: string, index: number, ways: number): readonly Person[] {
  return persons.filter((_, person) => (person + id.length) % ways === index);
}

/**
 * `main`: all persons read each page, and send its form. `other`: they share data and HEAD requests, other verbs, and what
 * is sent to a page without a form.
 */
export async function describeRoutes(ways: "main" | "other"): Promise<void> {
  const googleUrl = "http://127.0.0.1:9";
  const { world, port, build } = await startHttpWorld({
    TRUSTED_PROXY_HOPS: "1",
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    GOOGLE_OAUTH_URL: googleUrl,
  });
  const routes = listRoutes();
  let scene: Scene;
  /** Of the persons of this scene who have signed in. */
  let cookies: Partial<Record<Person, string>> = {};
  /** The rows, unless this file has written since they were read. */
  let rows: RowDigest | undefined;
  beforeAll(renewScene);

  async function renewScene(): Promise<void> {
    scene = await makeScene(world);
    cookies = {};
    rows = undefined;
  }

  async function signInAll(who: readonly Person[]): Promise<void> {
    for (const person of who) {
      if (cookies[person] !== undefined) continue;
      cookies[person] = await cookieOf(world, scene, person);
      rows = undefined;
    }
  }

  test("the table has every route of app/routes.ts, and no other", () => {
    expect(Object.keys(routeTable).sort()).toEqual(routes.map(({ id }) => id).sort());
  });

  test("every route that the build serves is in app/routes.ts", () => {
    const served = Object.keys(build.routes).filter((id) => id !== "root");
    expect(served.sort()).toEqual(routes.map(({ id }) => id).sort());
  });

  test("the routes that the table says change something are those with an action", () => {
    const acting = Object.keys(build.routes).filter((id) => build.routes[id]?.module.action);
    expect(acting.sort()).toEqual(
      Object.entries(routeTable)
        .filter(([, row]) => row.change)
        .map(([id]) => id)
        .sort(),
    );
  });

  describe.each(Object.entries(routeTable))("the route %s", (id, row) => {
    test("can be read by the listed persons only", async () => {
      await signInAll(persons);
      const before = await digestRows(world);
      const notes = await countNotes();
      const read = async (name: string, method: string, path: string, who = persons as readonly Person[]) => {
        const found = await answersOf(who, async (person) => {
          const reply = await new Browser({ port, cookie: cookies[person] }).ask({ method, path });
          return method === "HEAD"
            ? describeHead(reply, row.read[person])
            : describeReply(reply, row.read[person]);
        });
        expect({ [name]: found }).toEqual({ [name]: answersFor(who, row.read) });
      };
      const path = fillPath(row.path);
      // A script may request the data of one loader alone: each needs its own guard.
      const hasLoader = build.routes[id]?.module.loader !== undefined;
      if (ways === "main") await read("page", "GET", path);
      else {
        await read("data", "GET", dataPath(path), personsFor(id, 0, 3));
        if (hasLoader)
          await read("its data alone", "GET", dataPath(path, { _routes: id }), personsFor(id, 1, 3));
        await read("HEAD", "HEAD", path, personsFor(id, 2, 3));
      }
      const mayFill = row.noted ? "audit_entries" : (row.fills ?? []);
      const written = changedTables(before, await digestRows(world));
      expect(written.filter((table) => !mayFill.includes(table))).toEqual([]);
      // Each person who got the file is recorded once; data and HEAD requests return nothing.
      const noted = row.noted && ways === "main";
      const given = persons.filter((person) => noted && row.read[person] === "200").length;
      expect((await countNotes()) - notes).toBe(given);
    });

    test.runIf(row.change || ways === "other")("can be changed by the listed persons only", async () => {
      rows = undefined;
      const { change } = row;
      const plain = { expected: change?.answers ?? everyoneGets("405"), path: () => fillPath(row.path) };
      const byScript = { expected: change?.asData ?? plain.expected, path: () => dataPath(plain.path()) };
      const byVerb = { ...plain, expected: change?.otherVerbs ?? plain.expected };
      const others = [
        { name: "PUT", method: "PUT", ...byVerb },
        { name: "PATCH", method: "PATCH", ...byVerb },
        { name: "DELETE", method: "DELETE", ...byVerb, expected: change?.byDelete ?? byVerb.expected },
        { name: "POST by script", method: "POST", ...byScript },
      ];
      const post = { name: "POST", method: "POST", ...plain };
      if (ways === "main") return expectChanges({ ...post, who: persons });
      // Without an action nobody comes further than the router: posting is one more way that they share.
      const shared = change ? others : [...others, post];
      for (const [at, way] of shared.entries())
        await expectChanges({ ...way, who: personsFor(id, at, shared.length) });
    });

    const countNotes = async () => (await readRows(world.services.db, "audit_entries", {}, "id")).length;

    interface Way {
      name: string;
      method: string;
      expected: Answers;
      path: () => string;
      who: readonly Person[];
    }

    async function expectChanges({ name, method, expected, path, who }: Way): Promise<void> {
      const attempt = async (person: Person) => {
        const { body, headers } = await formOf(row.change ?? { form: {} }, scene);
        const ours = { ...headers, Origin: appUrl, "Sec-Fetch-Site": "same-origin" };
        const browser = new Browser({ port, cookie: cookies[person] });
        return describeReply(await browser.ask({ method, path: path(), body, headers: ours }));
      };
      const attemptChange = async (person: Person) => {
        // A new session: the one that has read the pages may already play.
        delete cookies[person];
        await signInAll([person]);
        const untouched = await digestRows(world);
        const answer = await attempt(person);
        rows = await digestRows(world);
        return changedTables(untouched, rows).length > 0 ? `changes, ${answer}` : answer;
      };
      await signInAll(who);
      // First those who must not change anything: no row may differ after them.
      const before = rows ?? (await digestRows(world));
      const idle = who.filter((person) => !expected[person].startsWith("changes"));
      const found = await answersOf(idle, attempt);
      rows = await digestRows(world);
      const changed = changedTables(before, rows);
      const changing = who.filter((person) => !idle.includes(person));
      for (const [at, person] of changing.entries()) {
        found[person] = await attemptChange(person);
        // The scene is another one after a change: a person whom that hinders tries again in a new one.
        if (found[person] === expected[person] || at === 0) continue;
        await renewScene();
        found[person] = await attemptChange(person);
      }
      if (changing.length > 0) await renewScene();
      expect({ [name]: found, changed }).toEqual({ [name]: answersFor(who, expected), changed: [] });
    }
  });

  function answersFor(who: readonly Person[], answers: Answers): Partial<Answers> {
    return Object.fromEntries(who.map((person) => [person, answers[person]]));
  }

  function fillPath(path: string): string {
    return `/${fillIds(path, scene)}`;
  }

  async function answersOf(
    who: readonly Person[],
    answer: (person: Person) => Promise<string>,
  ): Promise<Partial<Answers>> {
    const found: Partial<Answers> = {};
    for (const person of who) found[person] = await answer(person);
    return found;
  }

  /** A response in the table's notation. */
  function describeReply({ status, location, body }: Reply, expected = ""): string {
    if (location !== null) return `→ ${nameTarget(location)}`;
    const plays = /\/files\/[^"\s]+\?/.test(body);
    if (status === 200 && isWatching(expected)) return plays ? "plays" : "asks to buy";
    return plays ? `${status}, plays` : String(status);
  }

  function describeHead(reply: Reply, expected: string): string {
    const answer = describeReply(reply);
    return answer === "200" && isWatching(expected) ? expected : answer;
  }

  function isWatching(expected: string): boolean {
    return expected === "plays" || expected === "asks to buy";
  }

  function nameTarget(location: string): string {
    if (location.startsWith(`${googleUrl}/authorize?`)) return "Google";
    if (location.startsWith(`${world.stripe.url}/`)) return "payment page";
    return location
      .replaceAll(scene.videoId, "{video}")
      .replaceAll(scene.address, "{address}")
      .replaceAll(scene.saleId, "{sale}")
      .replaceAll(scene.checkoutId, "{checkout}")
      .replaceAll(scene.userIds.owner ?? "-", "{owner}")
      .replaceAll(scene.batchId, "{batch}")
      .replaceAll(scene.announcementId, "{announcement}")
      .replaceAll(scene.handle, "{handle}");
  }

  function everyoneGets(answer: string): Answers {
    return Object.fromEntries(persons.map((person) => [person, answer])) as Answers;
  }
}
