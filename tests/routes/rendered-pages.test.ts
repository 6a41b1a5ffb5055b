/** Pages of a person: rendered once for the same data, and never shown to someone for whom other data was loaded. */
import { createHash } from "node:crypto";
import { data, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import { beforeEach, expect, test } from "vitest";
import { keepOut } from "~/platform/do-not-keep.server";
import { loadBuild, startHttpApp } from "../support/http-app";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person } from "../support/people";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const bare = await loadBuild();
const pageId = "routes/account/mails";
const page = bare.routes[pageId];
if (!page) throw new Error("there is no page of mails");
/** Replaces the loader of the choices of mails while set. */
let planted: ((args: LoaderFunctionArgs) => unknown) | undefined;
const loader = (args: LoaderFunctionArgs) => (planted ?? page.module.loader)?.(args as never);
const build = {
  ...bare,
  routes: { ...bare.routes, [pageId]: { ...page, module: { ...page.module, loader } } },
} as ServerBuild;

// Without notices no page of everyone is kept; pages of a person need none.
const follow = () => ({ following: false, settle: async () => {}, stop: async () => {} });
let now = 0;
const { port } = await startHttpApp(world, {
  build,
  keptPages: { maxBytes: 8 * 1024 * 1024, now: () => now, follow },
});

let ana: Person;
let beto: Person;
let caio: Person;
beforeEach(async () => {
  planted = undefined;
  ana = await makeCreator(world);
  beto = await makeConsumer(world);
  caio = await makeConsumer(world);
});

async function ask(path: string, cookie: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { "Accept-Encoding": "br", Accept: "text/html", Cookie: cookie, ...headers },
  });
  const policy = String(answer.headers.get("Content-Security-Policy"));
  return { answer, policy, html: await answer.text(), isKept: !policy.includes("nonce-") };
}

/** Asks three times, and returns the last answer: the second one is made to be kept. */
async function askOften(path: string, cookie: string) {
  await ask(path, cookie);
  await ask(path, cookie);
  return ask(path, cookie);
}

test("a page is stored from its second rendering on, with the hashes of its scripts and no data of one request", async () => {
  await makeVideo(world, ana);
  expect((await ask("/marketplace", beto.cookie)).isKept).toBe(false);
  const second = await ask("/marketplace", beto.cookie);
  const third = await ask("/marketplace", beto.cookie);
  for (const { isKept, answer, html, policy } of [second, third]) {
    expect(isKept).toBe(true);
    expect(html).not.toMatch(/nonce=|request-id/);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    const inline = [...html.matchAll(/<(script|style)(?![^>]*(?: src=|ld\+json))[^>]*>([\s\S]*?)<\/\1>/g)];
    expect(inline.length).toBeGreaterThan(3);
    for (const [, , content = ""] of inline)
      expect(policy).toContain(createHash("sha256").update(content).digest("base64"));
  }
  expect(third.html).toBe(second.html);
  expect(third.answer.headers.get("X-Request-Id")).not.toBe(second.answer.headers.get("X-Request-Id"));
});

test("a rendered page is sent only to people with the same data", async () => {
  const bought = await makeVideo(world, ana, { title: "Pão de queijo" });
  const first = await askOften("/marketplace", beto.cookie);
  expect((await ask("/marketplace", caio.cookie)).html).toBe(first.html);
  await makeSale(world, caio, bought);
  const own = await askOften("/marketplace", caio.cookie);
  expect(own.html).not.toBe(first.html);
  expect((await ask("/marketplace", beto.cookie)).html).toBe(first.html);
  const creators = await askOften("/marketplace", ana.cookie);
  expect(creators.html).toContain("/creator/dashboard");
  expect(first.html).not.toContain("/creator/dashboard");
});

test("a person who has signed out, or may not see a page, is redirected from a stored one", async () => {
  expect((await askOften("/creator/videos", ana.cookie)).isKept).toBe(true);
  const answer = await fetch(`http://127.0.0.1:${port}/creator/videos`, {
    headers: { Cookie: beto.cookie, "Accept-Encoding": "br" },
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
});

test("a page is rendered again after a minute", async () => {
  await askOften("/account/mails", beto.cookie);
  now += 60_001;
  expect((await ask("/account/mails", beto.cookie)).isKept).toBe(false);
});

test("a client without Brotli gets its own rendering", async () => {
  await askOften("/marketplace", beto.cookie);
  for (const accepted of ["gzip", "gzip, br;q=0"]) {
    const { isKept, answer } = await ask("/marketplace", beto.cookie, { "Accept-Encoding": accepted });
    expect(isKept).toBe(false);
    expect(answer.headers.get("Content-Encoding")).toBe("gzip");
  }
});

const loaded = { groups: [], title: "", about: "", save: "" };
const neverKept: [string, () => unknown][] = [
  ["data that is still loading", () => ({ ...loaded, later: Promise.resolve(1) })],
  ["a status other than 200", () => data(loaded, { status: 400 })],
  ["a nonce outside of the page's own elements", () => undefined],
  ["an answer that lacks something", () => loaded],
];
test.each(neverKept)("%s is not stored", async (what, answer) => {
  planted = ({ context }) => {
    if (what.startsWith("an answer")) keepOut(context);
    return answer() ?? { ...loaded, title: context.cspNonce };
  };
  expect((await askOften("/account/mails", beto.cookie)).isKept).toBe(false);
});
