/** The public pages load no more script than these limits, in the build and as the server sends it. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import { buildApp } from "../../dev/build-app";
import { startHttpWorld } from "../support/http-app";

await buildApp();
const { port, build } = await startHttpWorld();
const clientDir = resolve("build/client");

/** By brotli, which nearly all browsers accept, and by gzip: in bytes. */
const limits = {
  "routes/public/landing": { br: 101_800, gz: 116_300 },
  "routes/learner/marketplace": { br: 107_300, gz: 122_400 },
  "routes/learner/sales-page": { br: 114_900, gz: 131_000 },
} as const;

/** The groups of texts that a page loads beside the catalogue, by a phrase in each language. */
const groups: Record<string, Record<"pt" | "en", string>> = {
  "routes/public/landing": { pt: "Começar como Criador", en: "Start as Creator" },
  "routes/learner/sales-page": { pt: "O que você vai aprender", en: "What you will learn" },
};

/** Returns every script of a route: Remix's list, the entry, the route's own, and its texts in one language. */
function scriptsOf(routeId: string, { assets }: ServerBuild, locale: "pt" | "en"): string[] {
  const root = assets.routes.root;
  const route = assets.routes[routeId];
  if (!root || !route) throw new Error(`${routeId} is no route of the build`);
  const listed = [assets.url, assets.entry.module, ...assets.entry.imports].concat(
    ...[root, route].map(({ module, imports = [] }) => [module, ...imports]),
  );
  const phrases = [{ pt: "Ir para o conteúdo", en: "Skip to content" }, groups[routeId] ?? []].flat();
  return listWithImports([...listed, ...phrases.map((phrase) => textsWith(phrase[locale]))]);
}

/** Returns files and those that they import, themselves or by others. */
function listWithImports(paths: string[]): string[] {
  const found = new Set<string>();
  const add = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const [, name] of read(path)
      .toString()
      .matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g))
      add(`/assets/${name}`);
  };
  paths.forEach(add);
  return [...found];
}

/** The browser loads texts by the page's language, so no manifest lists them. */
function textsWith(phrase: string): string {
  const found = readdirSync(`${clientDir}/assets`).filter(
    (name) => name.endsWith(".js") && readFileSync(`${clientDir}/assets/${name}`, "utf8").includes(phrase),
  );
  expect(found, phrase).toHaveLength(1);
  return `/assets/${found[0]}`;
}

const read = (path: string) => readFileSync(clientDir + path);
const weigh = (paths: string[], ending: ".gz" | ".br") =>
  paths.reduce((sum, path) => sum + read(path + ending).length, 0);

const pages = Object.entries(limits);

describe.each(pages)("the page %s", (routeId, limit) => {
  test.each(["pt", "en"] as const)("loads no more compressed script than its limit in %s", (locale) => {
    const paths = scriptsOf(routeId, build, locale);
    expect(paths.length).toBeGreaterThan(5);
    expect(weigh(paths, ".gz")).toBeLessThan(limit.gz);
    expect(weigh(paths, ".br")).toBeLessThan(limit.br);
  });

  test("loads no library that only players, forms or uploads need", () => {
    const script = scriptsOf(routeId, build, "pt")
      .map((path) => read(path).toString())
      .join("\n");
    // Names that survive minification: of tus-js-client, hls.js, zod, i18next and React's development build.
    for (const mark of [
      "Tus-Resumable",
      "hlsManifestParsed",
      "ZodError",
      "i18next",
      "Download the React DevTools",
    ])
      expect(script, mark).not.toContain(mark);
  });
});

test("a lesson loads no zod: what its page shows of notes and announcements is apart from their forms", () => {
  for (const path of scriptsOf("routes/learner/watch", build, "pt"))
    expect(read(path).toString(), path).not.toContain("ZodError");
});

test("texts of one language are in files without texts of the other", () => {
  for (const phrase of [{ pt: "Ir para o conteúdo", en: "Skip to content" }, ...Object.values(groups)]) {
    expect(read(textsWith(phrase.pt)).toString()).not.toContain(phrase.en);
  }
});

test("both builds of hls.js, for Stream and for our own ladders, are in separate chunks that no page loads by itself", () => {
  const chunks = readdirSync(`${clientDir}/assets`)
    .filter((name) => name.endsWith(".js"))
    .filter((name) => read(`/assets/${name}`).includes("hlsManifestParsed"));
  expect(chunks.map((name) => name.slice(0, -"-12345678.js".length)).sort()).toEqual(["hls", "hls.light"]);
  const paths = chunks.map((name) => `/assets/${name}`);
  for (const routeId of Object.keys(build.assets.routes))
    expect(scriptsOf(routeId, build, "pt").filter((path) => paths.includes(path))).toEqual([]);
  // The player requests them, so the player's script contains their names.
  const player = scriptsOf("routes/learner/watch", build, "pt").map((path) => read(path).toString());
  for (const name of chunks) expect(player.join("\n")).toContain(name);
});

describe("a static file", () => {
  const path = build.assets.entry.module;
  const ask = (encoding: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { "Accept-Encoding": encoding } });

  test.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["gzip, br;q=0", "gzip"],
    ["identity", null],
  ])('is sent to a client that accepts "%s" with the encoding %s', async (accepted, encoding) => {
    const answer = await ask(accepted);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("content-type")).toMatch(/^(text|application)\/javascript; charset=utf-8$/i);
    expect(answer.headers.get("vary")).toContain("Accept-Encoding");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(await answer.text()).toBe(read(path).toString());
  });
});

test("a page loads its modules only after the first view: it has no preload and no module that runs", async () => {
  const page = await (await fetch(`http://127.0.0.1:${port}/marketplace`)).text();
  expect(page).not.toMatch(/<link rel="modulepreload"|<script[^>]* (type="module"|src=)/);
  const [, preloads = ""] = /<script[^>]* id="page-modules"[^>]* data-preload="([^"]*)"/.exec(page) ?? [];
  expect(preloads.split(" ").length).toBeGreaterThan(5);
});
