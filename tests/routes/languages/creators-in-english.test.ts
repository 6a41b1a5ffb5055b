/** Creators' pages, messages and files in English: forms in use, lists with rows, and no Portuguese among them. */
import { beforeAll, expect, test } from "vitest";
import { en } from "~/i18n/locales/en";
import { Browser } from "../../support/browser";
import { findForeign, portugueseOnly } from "../../support/foreign-texts";
import { startHttpWorld } from "../../support/http-app";
import { makeCreator, type Person, proveMailbox } from "../../support/people";
import { readPage } from "../../support/read-page";
import { addConsumer, addPreparedPayout, addSale, addVideo } from "../../support/rows";
import { setRows } from "../../support/tables";

const { world, db, port } = await startHttpWorld({ TRUSTED_PROXY_HOPS: "1" });

let creator: Person;
let browser: Browser;
let courseId = "";
let payoutId = "";
const videoIds: string[] = [];

/** Amounts as Portuguese writes them, its months and days, and its commonest words. */
const portuguese =
  /R\$\s?[\d.]*\d,\d\d|\b\d\d? (fev|abr|mai|ago|set|out|dez)\b|\b(segunda|terça|quarta|quinta|sexta|sábado|domingo)\b|\b(não|você|até|para|uma|seu|sua|vendas?|vídeos?)\b/i;

function expectEnglish(path: string, html: string): void {
  const { lang, said } = readPage(html);
  expect({ path, lang }).toEqual({ path, lang: "en" });
  expect({ path, foreign: findForeign(said, portugueseOnly) }).toEqual({ path, foreign: [] });
  expect({ path, said: said.filter((text) => portuguese.test(text)) }).toEqual({ path, said: [] });
}

beforeAll(async () => {
  creator = await makeCreator(world);
  await proveMailbox(world.services, creator.userId);
  browser = new Browser({ port, cookie: creator.cookie });
  for (const title of ["Bread one", "Bread two"])
    videoIds.push(await addVideo(db, creator.userId, { title }));
  const [videoId = ""] = videoIds;
  await setRows(db, "videos", {}, { description: "At home." });
  const december = new Date("2025-12-05T15:00:00Z");
  await addSale(db, { consumerId: await addConsumer(db), videoId, now: december });
  await addSale(db, { consumerId: await addConsumer(db), videoId });
  const adminId = await addConsumer(db);
  ({ payoutId } = await addPreparedPayout(db, { creatorId: creator.userId, adminId }));
});

test("a coupon, a course and a guest are made in English, with English messages", async () => {
  const [videoId = ""] = videoIds;
  const coupon = { intent: "save", code: "WELCOME", percent: "10", until: "2030-12-24", maxUses: "5" };
  const saved = await browser.post("/creator/coupons?lng=en", coupon);
  expect(saved.location).toBe("/creator/coupons?lng=en");
  const coupons = await browser.get("/creator/coupons?lng=en");
  expect(coupons.body).toContain("Coupon saved");
  expect(coupons.body).toContain("24 Dec 2030");
  expectEnglish("/creator/coupons", coupons.body);
  const made = await browser.post("/creator/courses?lng=en", {
    title: "Bread",
    description: "At home.",
    price: "149.00",
  });
  courseId = /courses\/([0-9a-f-]+)\?lng=en$/.exec(made.location ?? "")?.[1] ?? expect.fail("no course");
  expect((await browser.get(made.location ?? "")).body).toContain("Draft created. Now choose the lessons.");
  await browser.post(`/creator/courses/${courseId}?lng=en`, { intent: "add", videos: videoId });
  const guests = `/creator/videos/${videoId}/guests?lng=en`;
  const invited = await browser.post(guests, { intent: "invite", emails: "guest@example.com" });
  expect(invited.location).toBe(guests);
  expect((await browser.get(guests)).body).toContain("Invitations sent");
});

test("each page with rows in its lists is English", async () => {
  const [videoId] = videoIds;
  for (const path of [
    "/creator/dashboard",
    "/creator/videos",
    "/creator/upload",
    "/creator/figures",
    "/creator/questions",
    "/creator/profile",
    "/creator/payments",
    "/creator/cover",
    "/creator/coupons",
    "/creator/courses",
    `/creator/courses/${courseId}`,
    `/creator/payouts/${payoutId}`,
    "/creator/year?year=2025",
    `/creator/videos/${videoId}/edit`,
    `/creator/videos/${videoId}/captions`,
    `/creator/videos/${videoId}/files`,
    `/creator/videos/${videoId}/guests`,
    `/creator/videos/${videoId}/share`,
    `/creator/videos/${videoId}/delete`,
  ]) {
    const page = await browser.get(`${path}${path.includes("?") ? "&" : "?"}lng=en`);
    expect({ path, status: page.status }).toEqual({ path, status: 200 });
    expectEnglish(path, page.body);
  }
});

test("what is wrong with a form is said in English", async () => {
  const [videoId = ""] = videoIds;
  const wrong: [path: string, form: Record<string, string>, message: string][] = [
    ["/creator/coupons", { intent: "save", code: "?", percent: "200" }, "Use a number from 1 to 100"],
    ["/creator/courses", { title: "", description: "", price: "x" }, "Fill in all fields"],
    [`/creator/courses/${courseId}`, { intent: "publish" }, "A course needs at least 2 lessons"],
    [
      `/creator/videos/${videoId}/guests`,
      { intent: "invite", emails: "" },
      "Enter at least one e-mail address",
    ],
    ["/creator/payments", { paymentMethod: "pix", pixKey: "ana@" }, en.pix.email],
  ];
  for (const [path, form, message] of wrong) {
    const answer = await browser.post(`${path}?lng=en`, form);
    expect({ path, status: answer.status }).toEqual({ path, status: 400 });
    expectEnglish(path, answer.body);
    expect({ path, said: readPage(answer.body).said.join("\n") }).toEqual({
      path,
      said: expect.stringContaining(message),
    });
  }
});

test("files have English names and titles, and Portuguese ones without the parameter", async () => {
  const files = [
    [`/creator/payouts/${payoutId}/statement.csv`, "extrato-", '"Data"', "statement-", '"Date"'],
    ["/creator/year.csv?year=2025", "informe-2025", '"Mês"', "annual-report-2025", '"Month"'],
    ["/creator/figures.csv", "numeros-", '"Dia"', "figures-", '"Day"'],
  ] as const;
  for (const [path, ptName, ptTitle, enName, enTitle] of files) {
    const plain = await browser.get(path);
    const english = await browser.get(`${path}${path.includes("?") ? "&" : "?"}lng=en`);
    expect(plain.headers["content-disposition"]).toContain(ptName);
    expect(plain.body).toContain(ptTitle);
    expect(english.headers["content-disposition"]).toContain(enName);
    expect(english.body).toContain(enTitle);
    expect(english.body).not.toContain(ptTitle);
  }
  const pdf = await browser.get(`/creator/payouts/${payoutId}/statement.pdf?lng=en`);
  expect(pdf.headers["content-disposition"]).toContain("statement-");
  expect(pdf.body).toContain("/Lang (en)");
});
