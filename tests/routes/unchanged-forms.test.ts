/** A form that is sent as it was shown changes no text, wherever in the page its fields begin. */
import { expect, test } from "vitest";
import { upsertReview } from "~/features/shop/reviews/reviews.queries.server";
import { Browser } from "../support/browser";
import { startHttpWorld } from "../support/http-app";
import { fieldParts } from "../support/multipart";
import { makeConsumer, makeCreator, makeSale, makeVideo } from "../support/people";
import { decodeHtml } from "../support/read-page";
import { readRow, setRows } from "../support/tables";

const { world, db, port } = await startHttpWorld();

/** Characters of one to four bytes. */
const long = (length: number) => "Violão é 🎸👩🏽‍🎤 — ".repeat(length / 21).trim();

/** In bytes, over React's buffer of 2,048. */
const shifts = Array.from({ length: 21 }, (_, at) => at * 100);

/** As a browser reads a value: a NUL becomes U+FFFD. */
const decode = (text: string) => decodeHtml(text).replaceAll("\0", "\uFFFD");

/** The values of the form that has the field `named`, as a browser without script would send them. */
function readForm(html: string, named: string): Record<string, string> {
  const form = html.match(/<form[\s\S]*?<\/form>/g)?.find((each) => each.includes(`name="${named}"`)) ?? "";
  const values: Record<string, string> = {};
  const attributeOf = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const [name, type] = [attributeOf(tag, "name"), attributeOf(tag, "type") ?? "text"];
    const isChosen = !["checkbox", "radio"].includes(type) || / checked=/.test(tag);
    if (name && type !== "file" && isChosen && !/ disabled=/.test(tag))
      values[name] = decode(attributeOf(tag, "value") ?? "");
  }
  for (const [, tag = "", content = ""] of form.matchAll(/<textarea([^>]*)>([\s\S]*?)<\/textarea>/g))
    values[attributeOf(tag, "name") ?? ""] = decode(content.replace(/^\n/, ""));
  for (const [, tag = "", options = ""] of form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g))
    values[attributeOf(tag, "name") ?? ""] = decode(/value="([^"]*)" selected/.exec(options)?.[1] ?? "");
  return values;
}

async function expectKept(
  cookie: string,
  path: string,
  typed: Record<string, string>,
  { multipart = false, button = {} as Record<string, string> } = {},
): Promise<void> {
  const browser = new Browser({ port, cookie });
  const [first = ""] = Object.keys(typed);
  for (const shift of shifts) {
    const { status, body } = await browser.get(`${path}?shift=${"s".repeat(shift)}`);
    expect(status).toBe(200);
    expect(body.match(/\0|\uFFFD/g)).toBeNull();
    expect(readForm(body, first)).toMatchObject(typed);
    if (shift % 500 > 0) continue;
    const fields = { ...readForm(body, first), ...button };
    const sent = multipart ? browser.postParts(path, fieldParts(fields)) : browser.post(path, fields);
    expect((await sent).status).toBe(303);
  }
}

test("an edit form submitted unchanged keeps a video's title, description and outcomes", async () => {
  const ana = await makeCreator(world);
  const video = await makeVideo(world, ana);
  const typed = { title: long(200), description: long(600), outcomes: [long(100), long(60)].join("\n") };
  const outcomes = typed.outcomes.split("\n");
  await setRows(db, "videos", { id: video }, { ...typed, outcomes });
  await expectKept(ana.cookie, `/creator/videos/${video}/edit`, typed, { multipart: true });
  expect(await readRow(db, "videos", { id: video })).toMatchObject({ ...typed, outcomes });
});

test("a profile form submitted unchanged keeps a creator's text and name", async () => {
  const ana = await makeCreator(world);
  const row = { bio: long(600), full_name: long(190) };
  await setRows(db, "creator_profiles", { user_id: ana.userId }, row);
  await expectKept(ana.cookie, "/creator/profile", { bio: row.bio }, { multipart: true });
  await expectKept(ana.cookie, "/account/profile", { fullName: row.full_name });
  expect(await readRow(db, "creator_profiles", { user_id: ana.userId })).toMatchObject(row);
});

test("a review form submitted unchanged keeps the review", async () => {
  const beto = await makeConsumer(world);
  const video = await makeVideo(world, await makeCreator(world));
  await makeSale(world, beto, video);
  const text = long(600);
  await upsertReview(db, { videoId: video, userId: beto.userId, rating: 4, text, now: new Date() });
  await expectKept(beto.cookie, `/videos/${video}/reviews`, { text }, { button: { intent: "save" } });
  expect(await readRow(db, "reviews", { author_id: beto.userId })).toMatchObject({ text, rating: 4 });
});
