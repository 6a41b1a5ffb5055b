/** The processor time of a request grows at most in proportion to the texts in it, wherever they are. */
import { Readable } from "node:stream";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, type Reply, type Sent } from "../../support/browser";
import { startHttpWorld } from "../../support/http-app";
import { makeBoundary, multipartBody, type Part } from "../../support/multipart";
import { setRows } from "../../support/tables";
import { appUrl } from "../../support/test-services";
import { type Answers, type Person, persons, routeTable } from "../route-table";
import { cookieOf, fillIds, makeScene, type Scene } from "../route-table-scene";

const { world, db, port, build } = await startHttpWorld({ TRUSTED_PROXY_HOPS: "1" });
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(world);
});

/** Between two letters, so that nothing trims them. */
const repeated = [" ", ".", "\t", "<", '"', "\u2028", "\u200b"];

/** A plain form is at most 64 KiB, of which some are for its other fields. */
const plainFormBytes = 60_000;

/** Node accepts 16 KiB of headers, the address included, in which a character is escaped by three bytes. */
const headerBytes = 14_000;

/** In milliseconds, beyond the time of the same request with 100 characters. */
const mayTakeLongerMs = 200;

/** A header is shorter than a field: what is slower than linear shows in less time. */
const headersMayTakeLongerMs = 50;

/** In milliseconds: no other work of the process takes so long. */
const surelySlowMs = 1_000;

async function processorMs(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Returns a request's processor time in milliseconds beyond that of the same request with 100 characters. A request
 * that is slow once is sent twice more, since the process also compiles code and collects garbage.
 */
async function extraMs(
  run: (length: number) => Promise<unknown>,
  length: number,
  allowedMs = mayTakeLongerMs,
): Promise<number> {
  let long = await processorMs(() => run(length));
  if (long <= allowedMs || long > surelySlowMs) return long <= allowedMs ? 0 : long;
  for (let again = 0; again < 2; again += 1) long = Math.min(long, await processorMs(() => run(length)));
  return long - (await processorMs(() => run(100)));
}

function fill(character: string, length: number, bytes = Number.POSITIVE_INFINITY): string {
  return `a${character.repeat(Math.min(length, Math.floor(bytes / Buffer.byteLength(character))))}b`;
}

/** Fields of all forms of a page, and of those that are sent in the address. */
function fieldsIn(html: string): { posted: string[]; searched: string[] } {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? [];
  const named = (form: string) =>
    [...form.matchAll(/<(?:input|textarea|select)\b[^>]*\bname="([^"]+)"/g)].map(([, name = ""]) => name);
  const isPosted = (form: string) => /^<form[^>]*method="post"/i.test(form);
  return {
    posted: forms.filter(isPosted).flatMap(named),
    searched: forms.filter((form) => !isPosted(form)).flatMap(named),
  };
}

/** A person whom an answer does not send elsewhere. */
function whoGets(answers: Answers): Person {
  return persons.find((person) => /^(?:changes|plays|200|400)/.test(answers[person])) ?? "anonymous";
}

async function browserOf(person: Person): Promise<Browser> {
  await db.deleteFrom("rate_limits").execute();
  return new Browser({ port, cookie: await cookieOf(world, scene, person) });
}

function formRequest(path: string, fields: Record<string, string>, multipart: boolean, file?: Part): Sent {
  const same = { Origin: appUrl, "Sec-Fetch-Site": "same-origin" };
  if (!multipart) {
    const encode = (text: string) => text.replace(/[%&+=]/g, encodeURIComponent).replaceAll(" ", "+");
    const body = Object.entries(fields)
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .join("&");
    return {
      method: "POST",
      path,
      body,
      headers: { ...same, "Content-Type": "application/x-www-form-urlencoded" },
    };
  }
  const boundary = makeBoundary();
  const parts = Object.entries(fields).map(([name, content]) => ({ name, content }));
  return {
    method: "POST",
    path,
    body: multipartBody(file ? [...parts, file] : parts, boundary),
    headers: { ...same, "Content-Type": `multipart/form-data; boundary=${boundary}` },
  };
}

describe("a long text in a form's field does not hold the process:", () => {
  const forms = Object.entries(routeTable).flatMap(([id, { path, change }]) =>
    change ? [{ id, path, ...change }] : [],
  );

  test("every route with an action has a form in the table", () => {
    const acting = Object.keys(build.routes).filter((id) => build.routes[id]?.module.action);
    expect(forms.map(({ id }) => id).sort()).toEqual(acting.sort());
  });

  test.each(forms)("$id", async ({ path: pattern, form, multipart = false, answers }) => {
    scene = await makeScene(world);
    const path = `/${fillIds(pattern, scene)}`;
    const person = whoGets(answers);
    const page = await (await browserOf(person)).get(path);
    const { posted } = fieldsIn(page.status === 200 ? page.body : "");
    const base = Object.fromEntries(Object.entries(form).map(([name, text]) => [name, fillIds(text, scene)]));
    const slow: Record<string, number> = {};
    for (const field of new Set([...Object.keys(form), ...posted])) {
      for (const character of repeated) {
        const browser = await browserOf(person);
        const bytes = multipart ? undefined : plainFormBytes;
        const send = (length: number) =>
          browser.ask(formRequest(path, { ...base, [field]: fill(character, length, bytes) }, multipart));
        const ms = await extraMs(send, 100_000);
        if (ms > mayTakeLongerMs) slow[`${field}, ${JSON.stringify(character)}`] = ms;
      }
    }
    expect(slow).toEqual({});
  });
});

describe("a long text in an address does not hold the process:", () => {
  const pages = Object.entries(routeTable).filter(([, { read }]) => /^200/.test(read[whoGets(read)]));

  test.each(pages)("%s", async (_, { path: pattern, read }) => {
    const path = `/${fillIds(pattern, scene)}`;
    const browser = await browserOf(whoGets(read));
    const { body } = await browser.get(path);
    const names = new Set([...new URL(path, appUrl).searchParams.keys(), ...fieldsIn(body).searched]);
    const slow: Record<string, number> = {};
    for (const name of names) {
      for (const character of repeated) {
        const send = (length: number) => {
          const url = new URL(path, appUrl);
          url.searchParams.set(name, fill(character, length, headerBytes / 3));
          return browser.get(`${url.pathname}${url.search}`);
        };
        const ms = await extraMs(send, 100_000);
        if (ms > mayTakeLongerMs) slow[`${name}, ${JSON.stringify(character)}`] = ms;
      }
    }
    expect(slow).toEqual({});
  });
});

describe("a long text in a header does not hold the process:", () => {
  const starts: Record<string, string> = {
    Accept: "text/html, ",
    "Accept-Encoding": "gzip, ",
    "Accept-Language": "pt-BR, ",
    Authorization: "Bearer ",
    "CF-Connecting-IP": "",
    "Content-Disposition": "form-data; name=",
    "Content-Type": "multipart/form-data; boundary=",
    Cookie: "saved=",
    Forwarded: "for=",
    "If-Modified-Since": "Sat, ",
    "If-None-Match": 'W/"',
    "If-Range": '"',
    Origin: "https://",
    Range: "bytes=0-1,",
    Referer: `${appUrl}/?q=`,
    "Save-Data": "on",
    "Sec-Fetch-Site": "same-origin",
    "Stripe-Signature": "t=1,v1=",
    traceparent: "00-",
    tracestate: "a=",
    "Tus-Resumable": "1.0.0",
    "Upload-Length": "1",
    "Upload-Metadata": "filename ",
    "Upload-Offset": "0",
    "User-Agent": "Mozilla/5.0 ",
    "X-Forwarded-For": "1.1.1.1, ",
    "X-Forwarded-Host": "",
    "X-Forwarded-Proto": "https, ",
  };
  let targets: { browser: Browser; sent: Sent }[];
  beforeAll(async () => {
    scene = await makeScene(world);
    const browser = await browserOf("consumer whose sale is completed");
    const watch = await browser.get(`/watch/${scene.videoId}`);
    const link = /\/files\/[^"\s]+signature=[\w-]+/.exec(watch.body)?.[0].replaceAll("&amp;", "&") ?? "";
    const key = link.slice("/files/".length, link.indexOf("?"));
    await world.services.storage.put(key, Readable.from([Buffer.alloc(1_000)]));
    expect((await browser.ask({ path: link })).status).toBe(200);
    const login = formRequest("/consumer-login", { intent: "login" }, false);
    targets = [
      { browser, sent: { path: link } },
      { browser: new Browser({ port }), sent: { path: "/" } },
      { browser, sent: { path: `/videos/${scene.address}` } },
      { browser, sent: { ...login, body: "email=a" } },
      { browser, sent: { method: "POST", path: "/webhooks/stripe", body: "{}" } },
      { browser, sent: { method: "PATCH", path: "/creator/uploads/none", body: "a" } },
    ];
  });

  test.each(Object.entries(starts))("%s", async (name, start) => {
    const slow: Record<string, number> = {};
    await db.deleteFrom("rate_limits").execute();
    for (const { browser, sent } of targets) {
      for (const character of repeated) {
        const send = (length: number) => {
          // A header's bytes are Latin-1.
          const text = Buffer.from(start + fill(character, length, headerBytes)).toString("latin1");
          return browser.ask({ ...sent, headers: { ...sent.headers, [name]: text } });
        };
        const ms = await extraMs(send, 100_000, headersMayTakeLongerMs);
        if (ms > headersMayTakeLongerMs) slow[`${sent.path}, ${JSON.stringify(character)}`] = ms;
      }
    }
    expect(slow).toEqual({});
  });
});

describe("a long text does not hold the process", () => {
  test("in the name of a file that is sent with a form", async () => {
    const slow: Record<string, number> = {};
    const videoId = scene.videoId;
    for (const [path, name] of [
      [`/creator/videos/${videoId}/files`, "file"],
      [`/creator/videos/${videoId}/edit`, "thumbnail"],
      [`/creator/videos/${videoId}/captions`, "file"],
      ["/creator/profile", "portrait"],
    ] as const) {
      for (const character of repeated.filter((each) => each !== '"')) {
        const browser = await browserOf("owner");
        const send = (length: number) => {
          const fileName = `${fill(character, length, 15_000)}.png`;
          const file = { name, fileName, type: "image/png", content: "a" };
          return browser.ask(formRequest(path, { intent: "add" }, true, file));
        };
        const ms = await extraMs(send, 100_000);
        if (ms > mayTakeLongerMs) slow[`${path}, ${JSON.stringify(character)}`] = ms;
      }
    }
    expect(slow).toEqual({});
  });

  test("in the names of an archive's entries", async () => {
    const slow: Record<string, number> = {};
    for (const character of [...repeated, ". "]) {
      const browser = await browserOf("owner");
      const send = (length: number) => {
        const content = makeZip(fill(character, length, 65_000), length > 100 ? 15 : 1);
        const file = { name: "file", fileName: "a.zip", type: "application/zip", content };
        return browser.ask(
          formRequest(`/creator/videos/${scene.videoId}/files`, { intent: "add" }, true, file),
        );
      };
      const ms = await extraMs(send, 100_000);
      if (ms > mayTakeLongerMs) slow[JSON.stringify(character)] = ms;
    }
    expect(slow).toEqual({});
  });

  test("in a stored description whose page is read", async () => {
    const slow: Record<string, number> = {};
    const person = "consumer whose sale is completed";
    for (const character of repeated) {
      for (const [start, end] of [
        ["0:00", "x\u2028y"],
        ["- ", "\n"],
        ["https://", ""],
      ] as const) {
        const browser = await browserOf(person);
        const send = async (length: number): Promise<Reply> => {
          const description = `${start}${character.repeat(Math.min(length, 4_900))}\u2028${end}`;
          await setRows(db, "videos", { id: scene.videoId }, { description });
          await browser.get(`/videos/${scene.address}`);
          return browser.get(`/watch/${scene.videoId}`);
        };
        const ms = await extraMs(send, 4_900);
        if (ms > mayTakeLongerMs) slow[JSON.stringify(`${start}${character}`)] = ms;
      }
    }
    expect(slow).toEqual({});
  });
});

/** Returns an archive of empty entries with the same name. */
function makeZip(name: string, entries: number): Buffer {
  const text = Buffer.from(name);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(text.length, 28);
  const directory = Buffer.concat(Array.from({ length: entries }, () => [head, text]).flat());
  const content = Buffer.alloc(30);
  content.write("PK\x03\x04", "latin1");
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(content.length, 16);
  return Buffer.concat([content, directory, end]);
}
