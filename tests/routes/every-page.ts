/**
 * Every page of the route table in both languages: valid HTML, no text of the other language, `lang`,
 * alternate links, and English kept by each link, form and redirect.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { en } from "~/i18n/locales/en";
import { pt } from "~/i18n/locales/pt";
import { isTranslated } from "~/i18n/page-language";
import { Browser } from "../support/browser";
import { englishOnly, findForeign, portugueseOnly } from "../support/foreign-texts";
import { startHttpWorld } from "../support/http-app";
import { readPage } from "../support/read-page";
import { addSale, addVideo } from "../support/rows";
import { salesAddress } from "../support/sales-address";
import { setRows } from "../support/tables";
import { appUrl } from "../support/test-services";
import { findHtmlErrors } from "../support/valid-html";
import { type Person, routeTable } from "./route-table";
import { cookieOf, fillIds, makeScene, type Scene } from "./route-table-scene";

/** Who sees most comes first. */
const persons: Person[] = [
  "admin",
  "owner",
  "consumer whose sale is completed",
  "consumer without a sale",
  "anonymous",
];

const more = [
  "/consumer-login?tab=signup",
  "/consumer-login?redirectTo=%2Fpurchases",
  "/forgot-password?sent=1",
  "/forgot-password?as=creator",
  "/marketplace?q=nada-com-este-nome",
  "/creator/upload?source=youtube",
  "/reset-password?token=nada",
  "/reset-password?as=creator&token=nada",
];

function everyPath(scene: Scene): string[] {
  const listed = Object.values(routeTable).map(({ path }) => `/${fillIds(path, scene)}`);
  return [...new Set([...listed, ...more])];
}

function inEnglish(path: string): string {
  return path + (path.includes("?") ? "&lng=en" : "?lng=en");
}

/** The links and form actions of a page, without the language switch and links that people do not follow. */
function linksIn(html: string): string[] {
  // A GET form sends its fields as the query, replacing its action's query.
  const asking =
    /<form\b[^>]*method="get"[^>]*>(?=(?:(?!<\/form>)[\s\S])*<input[^>]*name="lng"[^>]*value="en")/g;
  const tags = html.replace(asking, "").match(/<(?:a|form|button)\b[^>]*>/g) ?? [];
  return tags
    .filter((tag) => !/\bhreflang=/i.test(tag))
    .flatMap((tag) => /\s(?:href|action|formaction)="([^"]*)"/i.exec(tag)?.[1] ?? [])
    .map((address) => address.replaceAll("&amp;", "&"));
}

const isScreen = (path: string) => !/\.[a-z0-9]+$/i.test(path) && !/^\/(assets|files|media)\//.test(path);

/** The addresses linked from an English page that lose the language. */
function losing(from: string, addresses: readonly string[]): string[] {
  return addresses.filter((address) => {
    if (address.startsWith("#")) return false;
    const url = new URL(address, new URL(from, appUrl));
    if (url.origin !== appUrl || !isScreen(url.pathname) || !isTranslated(url.pathname)) return false;
    return url.searchParams.get("lng") !== "en";
  });
}

function expectLanguage(html: string, path: string, language: "pt" | "en"): void {
  const page = readPage(html);
  expect({ path, lang: page.lang }).toEqual({ path, lang: language === "en" ? "en" : "pt-BR" });
  expect(page.said.length, path).toBeGreaterThan(3);
  const foreign = findForeign(page.said, language === "en" ? portugueseOnly : englishOnly);
  expect({ path, foreign }).toEqual({ path, foreign: [] });
}

/** `everyRole`: each page is read for each person; otherwise for the first who gets it. */
export async function describePages({ everyRole }: { everyRole: boolean }): Promise<void> {
  const { world, port } = await startHttpWorld({ TRUSTED_PROXY_HOPS: "1" });
  let scene: Scene;
  beforeAll(async () => {
    scene = await makeScene(world);
    // User texts are in no catalogue.
    await setRows(world.services.db, "videos", {}, { title: "Fornada", description: "Massa." });
    scene.address = (await salesAddress(world.services.db, scene.videoId)).params.videoId;
  });
  /** Paths with a page, of persons before. */
  const seen = new Set<string>();

  /** Visits each page in both languages. Returns the paths with a page. */
  async function visitAll(person: Person): Promise<string[]> {
    const cookie = await cookieOf(world, scene, person);
    const shown: string[] = [];
    for (const path of everyPath(scene)) {
      if (!everyRole && seen.has(path)) continue;
      const read = (address: string) => new Browser({ port, cookie }).get(address);
      const [portuguese, english] = [await read(path), await read(inEnglish(path))];
      expect({ path, status: english.status }).toEqual({ path, status: portuguese.status });
      const { pathname } = new URL(path, appUrl);
      if (english.location !== null && isTranslated(pathname))
        expect({ path, lost: losing(path, [english.location]) }).toEqual({ path, lost: [] });
      if (!String(portuguese.headers["content-type"]).startsWith("text/html")) continue;
      if (portuguese.location !== null) continue;
      shown.push(path);
      // What Remix writes after the end is its stream.
      const page = portuguese.body.slice(0, portuguese.body.lastIndexOf("</html>") + "</html>".length);
      expect({ path, errors: await findHtmlErrors(page, "page") }).toEqual({ path, errors: [] });
      if (isTranslated(pathname))
        expect({ path, lost: losing(path, linksIn(english.body)) }).toEqual({ path, lost: [] });
      expectLanguage(portuguese.body, path, "pt");
      expectLanguage(english.body, inEnglish(path), isTranslated(pathname) ? "en" : "pt");
      const [own, other] = [readPage(portuguese.body), readPage(english.body)];
      if (portuguese.status !== 200) {
        expect({ path, links: [...own.canonical, ...own.alternates] }).toEqual({ path, links: [] });
        continue;
      }
      expect({ path, canonical: own.canonical }).toEqual({ path, canonical: [appUrl + pathname] });
      const englishPath = isTranslated(pathname) ? `${pathname}?lng=en` : pathname;
      expect({ path, canonical: other.canonical }).toEqual({ path, canonical: [appUrl + englishPath] });
      // Search engines require that both list both.
      expect(other.alternates).toEqual(own.alternates);
      expect(own.alternates).toEqual(
        isTranslated(pathname)
          ? expect.arrayContaining([
              ["pt-BR", appUrl + pathname],
              ["en", appUrl + englishPath],
              ["x-default", appUrl + pathname],
            ])
          : [],
      );
    }
    for (const path of shown) seen.add(path);
    return shown;
  }

  describe.each(persons)("the person %s", (person) => {
    test("gets valid pages in one language", async () => {
      const shown = await visitAll(person);
      if (!everyRole) return;
      expect(shown).toContain("/");
      expect(shown).toContain("/no/such/page");
      expect(shown).toContain(`/videos/${scene.address}`);
      expect(shown.includes(`/watch/${scene.videoId}`)).toBe(person !== "anonymous");
    });
  });

  test.skipIf(everyRole)("every kind of page was visited", () => {
    const some = [
      "/",
      "/no/such/page",
      `/watch/${scene.videoId}`,
      "/creator/upload",
      "/admin/sales",
      "/purchases",
    ];
    expect([...seen]).toEqual(expect.arrayContaining(some));
  });

  if (everyRole) return;

  test("a person without a creator profile who signs in on the way completes it in English", async () => {
    const cookie = await cookieOf(world, scene, "consumer without a sale");
    const signedIn = new Browser({ port, cookie });
    expect((await signedIn.get("/creator-login?lng=en")).location).toBe("/creator/dashboard?lng=en");
    expect((await signedIn.get("/creator/dashboard?lng=en")).location).toBe("/creator-register?lng=en");
    expect((await signedIn.get("/creator-login")).location).toBe("/creator/dashboard");
  });

  test("a pending payment page has one language", async () => {
    const consumerId = scene.userIds["consumer without a sale"] ?? "";
    await addSale(world.services.db, { consumerId, videoId: scene.videoId, status: "processing" });
    const cookie = await cookieOf(world, scene, "consumer without a sale");
    const path = `/watch/${scene.videoId}`;
    const portuguese = await new Browser({ port, cookie }).get(path);
    expect(portuguese.body).toContain(pt.player.processingTitle);
    expectLanguage(portuguese.body, path, "pt");
    const english = await new Browser({ port, cookie }).get(inEnglish(path));
    expectLanguage(english.body, inEnglish(path), "en");
  });

  test.each([
    ["Related to “yoga”", "&lng=en"],
    ["Relacionados a “yoga”", ""],
  ])("matches of a search outside the title are below the heading %s", async (heading, language) => {
    const { db } = world.services;
    const titled = await addVideo(db, scene.userIds.owner ?? "", {
      title: "Yoga",
      now: new Date("2020-01-01"),
    });
    const other = await addVideo(db, scene.userIds.owner ?? "", {
      title: "Alongamento",
      now: new Date("2020-01-02"),
    });
    await setRows(db, "videos", { id: other }, { description: "Como no yoga." });
    const { body } = await new Browser({ port }).get(`/marketplace?q=yoga${language}`);
    const page = body.slice(body.indexOf("<main"), body.indexOf("</main>")).replace(/<!-- -->/g, "");
    const places = [">Yoga<", `>${heading}</h2>`, ">Alongamento<"].map((text) => page.indexOf(text));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    await db.deleteFrom("videos").where("id", "in", [titled, other]).execute();
  });

  test("a page that reports an export starts its download, once and without script", async () => {
    const cookie = await cookieOf(world, scene, "admin");
    const { body, location, setCookies } = await new Browser({ port, cookie }).get(
      "/admin/export/consumers.csv?q=%26%22",
      { Accept: "text/html" },
    );
    expect([body, location]).toEqual(["", "/admin/consumers?q=%26%22"]);
    const flash = setCookies.find((set) => set.includes("sabia-flash"))?.split(";")[0];
    const list = async (cookies: string) =>
      (await new Browser({ port, cookie: cookies }).get(`${location}`)).body;
    const page = await list(`${cookie}; ${flash}`);
    expect(page).toContain("Dados exportados com sucesso!");
    expect(page).toContain(
      '<meta http-equiv="refresh" content="0; url=/admin/export/consumers.csv?q=%26%22&amp;start=1"/>',
    );
    expect(await list(cookie)).not.toContain('http-equiv="refresh"');
  });

  test("the upload form without script says that the file goes to the streaming service", async () => {
    const cookie = await cookieOf(world, scene, "owner");
    for (const [path, text] of [
      ["/creator/upload", pt.creator.uploadingHint],
      ["/creator/upload?lng=en", en.creator.uploadingHint],
    ] as const) {
      const { body } = await new Browser({ port, cookie }).get(path);
      expect(body.slice(body.indexOf("<form"))).toContain(text);
    }
  });
}
