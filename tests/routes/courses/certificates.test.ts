/** The certificate of a completed course: who gets one, what everybody sees of it, and when it ends. */
import { beforeAll, expect, test } from "vitest";
import { deletedRows } from "~/features/entrance/privacy/deleted-on-erasure";
import { deleteOwnRows } from "~/features/entrance/privacy/emptied-on-erasure.queries.server";
import { withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { setDone } from "~/features/playback/access/watch-positions.queries.server";
import { makeCertificateCode } from "~/features/playback/certificates/certificate-rules";
import { certificateProofLimit } from "~/features/playback/certificates/show-certificate.server";
import { pagesAt, send } from "../../support/browser";
import { startHttpWorld } from "../../support/http-app";
import { makeConsumer, makeCreator, makeSale, type Person } from "../../support/people";
import { addCourse, addVideo } from "../../support/rows";
import { addRows, findRow, readRow, setRows } from "../../support/tables";
import { findHtmlErrors } from "../../support/valid-html";

const { world, db, port } = await startHttpWorld({ TRUSTED_PROXY_HOPS: "1" });
let ana: Person;
let courseId = "";
const titles = ["Conheça o violão", "Afinar", "Postura"];
const lessons: string[] = [];

const { get, post } = pagesAt(port);

const page = () => `/courses/${courseId}/certificate`;
const certificatePage = (person: Person) => get(page(), person.cookie);
const issue = (person: Person, fullName = "Beto Lima") =>
  post(page(), person.cookie, { intent: "issue", fullName });
const correct = (person: Person, fullName: string) =>
  post(page(), person.cookie, { intent: "correct", fullName });
const changeCourse = (form: Record<string, string>) => post(`/creator/courses/${courseId}`, ana.cookie, form);
const certificateOf = (person: Person) => findRow(db, "certificates", { user_id: person.userId });
const completeAll = async (person: Person) => {
  for (const videoId of lessons)
    await setDone(db, { userId: person.userId, videoId, done: true, now: world.services.clock() });
};
/** Watches 80 % of each lesson. */
const watchAll = async (person: Person) => {
  world.advance(3_600_000);
  await db
    .updateTable("watch_positions")
    .set({ watched: "{[0,1008)}" })
    .where("user_id", "=", person.userId)
    .where("video_id", "in", lessons)
    .execute();
};

/** A learner who bought, watched and completed the course. */
async function makeGraduate(): Promise<Person & { saleId: string }> {
  const person = await makeConsumer(world);
  const checkoutId = await makeSale(world, person, courseId, "completed");
  await completeAll(person);
  await watchAll(person);
  const { id: saleId } = await readRow(db, "sales", { provider_checkout_id: checkoutId }, "id");
  return { ...person, saleId };
}

async function issuedCode(person: Person): Promise<string> {
  expect((await issue(person)).status).toBe(303);
  return (await certificateOf(person))?.code ?? "";
}

beforeAll(async () => {
  ana = await makeCreator(world);
  for (const title of titles) {
    const id = await addVideo(db, ana.userId, { title });
    await setRows(db, "videos", { id }, { duration_seconds: 1_260 });
    lessons.push(id);
  }
  courseId = await addCourse(db, ana.userId, lessons, { title: "Violão do zero" });
  await changeCourse({ intent: "certify" });
  // The database has the lessons' times from the machine's clock.
  world.advance(3_600_000);
});

test("an unfinished course gives none, and says what is missing", async () => {
  const buyer = await makeConsumer(world);
  await makeSale(world, buyer, courseId, "completed");
  await setDone(db, { userId: buyer.userId, videoId: lessons[0] ?? "", done: true, now: new Date() });
  const shown = await certificatePage(buyer);
  expect(shown.body.replaceAll("<!-- -->", "")).toContain("1 de 3 aulas concluídas");
  expect(await findHtmlErrors(shown.body, "page")).toEqual([]);
  expect((await issue(buyer)).status).toBe(303);
  expect(await certificateOf(buyer)).toBeUndefined();
  expect((await get(`${page()}.pdf`, buyer.cookie)).status).toBe(404);
});

test("the creator is followed from the end of a course, which comes back; another site's address does not", async () => {
  const beto = await makeGraduate();
  const { body } = await certificatePage(beto);
  const action = /action="(\/creators\/[^"]+\/follow)"/.exec(body)?.[1] ?? "";
  expect(body).toContain(`name="back" value="${page()}"`);
  const followed = await post(action, beto.cookie, { intent: "follow", back: page() });
  expect(followed.location).toBe(page());
  expect(await findRow(db, "creator_follows", { user_id: beto.userId })).toBeDefined();
  const left = await post(action, beto.cookie, { intent: "unfollow", back: "//outro.example/x" });
  expect(left.location).toBe(action.replace("/follow", ""));
});

test("a learner without the course gets no certificate, even after completing its lessons", async () => {
  const stranger = await makeConsumer(world);
  await completeAll(stranger);
  expect((await certificatePage(stranger)).status).toBe(404);
  expect((await issue(stranger)).status).toBe(404);
  expect(await certificateOf(stranger)).toBeUndefined();
});

test("who completed the course gets a page, a document in both languages and a code that proves it", async () => {
  const beto = await makeGraduate();
  const watched = await get(`/watch/${lessons[2]}?course=${courseId}`, beto.cookie);
  expect(watched.body).toContain(`href="${page()}"`);
  expect(await findHtmlErrors((await certificatePage(beto)).body, "page")).toEqual([]);
  const code = await issuedCode(beto);
  const own = await certificatePage(beto);
  expect(await findHtmlErrors(own.body, "page")).toEqual([]);
  for (const language of ["", "?lng=en"]) {
    for (const path of [`${page()}.pdf`, `/purchases/${beto.saleId}/certificate.pdf`]) {
      const file = await get(path + language, beto.cookie);
      expect([file.status, file.headers["content-type"]]).toEqual([200, "application/pdf"]);
      expect(file.body).toMatch(/^%PDF-1\.7/);
      expect(file.body).toContain(language ? "/Lang (en)" : "/Lang (pt-BR)");
    }
  }
  const printed = code.replace(/(.{4})(?=.)/g, "$1-");
  const proof = await get(`/certificates/${printed}`);
  expect(proof.status).toBe(200);
  expect(await findHtmlErrors(proof.body, "page")).toEqual([]);
  const facts = ["Beto Lima", "Violão do zero", "1 h 03 min", printed];
  for (const text of ["Certificado válido", ...facts, "curso livre"]) expect(proof.body).toContain(text);
  expect(proof.body).not.toContain(beto.email);
  expect(proof.body).not.toContain(beto.userId);
  expect((await get(`/certificates/${printed}.`)).status).toBe(200);
  // As it may be typed, and in English.
  const typed = await get(`/certificates/${code.toLowerCase()}?lng=en`);
  for (const text of ["Valid certificate", "Beto Lima", "not a diploma"]) expect(typed.body).toContain(text);
});

test("a forged code proves nothing, and many lookups from one address are refused", async () => {
  const forged = makeCertificateCode(new Uint8Array(12).fill(7));
  for (const code of [forged, "nothing", "0"]) {
    const page = await get(`/certificates/${code}`);
    expect([page.status, page.body.includes("Certificado não encontrado")]).toEqual([404, true]);
    expect(page.headers["cache-control"]).toBe("no-store");
  }
  const from = (address: string) =>
    send(port, { path: `/certificates/${forged}`, headers: { "X-Forwarded-For": address } });
  for (let tried = 0; tried < certificateProofLimit.tries; tried += 1) await from("203.0.113.77");
  const refused = await from("203.0.113.77");
  expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
  expect((await from("203.0.113.78")).status).toBe(404);
});

test("another person's certificate is not shown, changed or downloaded", async () => {
  const beto = await makeGraduate();
  await issuedCode(beto);
  const other = await makeConsumer(world);
  expect((await certificatePage(other)).status).toBe(404);
  expect((await correct(other, "Outra pessoa")).status).toBe(404);
  expect((await certificateOf(beto))?.name).toBe("Beto Lima");
  expect((await get(`/purchases/${beto.saleId}/certificate.pdf`, other.cookie)).status).toBe(404);
  expect((await get(`${page()}.pdf`, other.cookie)).status).toBe(404);
  expect((await get(`${page()}.pdf`)).status).toBe(303);
});

test("the name is corrected once, also when two browsers ask at the same time", async () => {
  const beto = await makeGraduate();
  const code = await issuedCode(beto);
  const empty = await correct(beto, " ");
  expect([empty.status, (await correct(beto, "音楽")).status]).toEqual([400, 400]);
  expect(await findHtmlErrors(empty.body, "page")).toEqual([]);
  await Promise.all([correct(beto, "Roberto Lima"), correct(beto, "Roberto de Lima")]);
  const name = (await certificateOf(beto))?.name ?? "";
  expect(["Roberto Lima", "Roberto de Lima"]).toContain(name);
  await correct(beto, "Outro");
  await issue(beto, "Outro");
  expect(await certificateOf(beto)).toMatchObject({ name, code });
  expect((await certificatePage(beto)).body).not.toContain("Corrigir o nome");
});

test("lessons that are added later, another title and the creator's switch change nothing that was issued", async () => {
  const beto = await makeGraduate();
  const code = await issuedCode(beto);
  const later = await addVideo(db, ana.userId, { title: "Mais uma" });
  await changeCourse({ intent: "add", videos: later });
  await changeCourse({ intent: "notCertify" });
  await setRows(db, "videos", { id: courseId }, { title: "Violão 2" });
  const proof = await get(`/certificates/${code}`);
  for (const text of ["Violão do zero", "1 h 03 min"]) expect(proof.body).toContain(text);
  expect((await certificatePage(beto)).status).toBe(200);
  // Its holder still finds it beside the player, where a completed lesson is open again, and in the library.
  await setDone(db, { userId: beto.userId, videoId: lessons[0] ?? "", done: false, now: new Date() });
  for (const path of [`/watch/${lessons[1]}?course=${courseId}`, "/purchases"])
    expect((await get(path, beto.cookie)).body).toContain(`href="${page()}"`);
  await completeAll(beto);
  // Nobody else gets one.
  const next = await makeConsumer(world);
  await makeSale(world, next, courseId, "completed");
  expect((await certificatePage(next)).status).toBe(404);
  await setRows(db, "videos", { id: courseId }, { title: "Violão do zero" });
  await changeCourse({ intent: "remove", videoId: later });
  await changeCourse({ intent: "certify" });
});

test("after a refund the code proves nothing any more, without a name; bought again it is valid again", async () => {
  const beto = await makeGraduate();
  const code = await issuedCode(beto);
  await withdrawFromSale(world.services, { consumerId: beto.userId, saleId: beto.saleId, locale: "pt" });
  const proof = await get(`/certificates/${code}`);
  expect([proof.status, proof.body.includes("Certificado sem validade")]).toEqual([200, true]);
  expect(proof.body).not.toContain("Beto Lima");
  expect((await certificatePage(beto)).status).toBe(404);
  expect((await get(`${page()}.pdf`, beto.cookie)).status).toBe(404);
  expect((await get(`/purchases/${beto.saleId}/certificate.pdf`, beto.cookie)).status).toBe(404);
  await makeSale(world, beto, courseId, "completed");
  expect((await get(`/certificates/${code}`)).body).toContain("Beto Lima");
});

test("an erasure deletes the certificate, and its code is unknown", async () => {
  const beto = await makeGraduate();
  const code = await issuedCode(beto);
  const table = deletedRows.find((rows) => rows.table === "certificates");
  if (!table) throw new Error("certificates stay");
  expect(await deleteOwnRows(db, table, beto.userId)).toBe(1);
  const proof = await get(`/certificates/${code}`);
  expect([proof.status, proof.body.includes("Certificado não encontrado")]).toEqual([404, true]);
});

test("lessons that were only marked as completed give none, until 80 % of each was watched", async () => {
  const beto = await makeConsumer(world);
  await makeSale(world, beto, courseId, "completed");
  await completeAll(beto);
  expect((await certificatePage(beto)).body).toContain("Assista a pelo menos 80% de cada aula");
  await issue(beto);
  expect(await certificateOf(beto)).toBeUndefined();
  await watchAll(beto);
  await issuedCode(beto);
  expect(await certificateOf(beto)).toMatchObject({
    declared: false,
    seconds: 3_780,
    watched_seconds: 3_024,
    programme: titles.map((title) => ({ section: "", title })),
  });
  // It stays when the course is watched again, and the first day can be hidden.
  await post(`/courses/${courseId}/progress`, beto.cookie, { intent: "reset" });
  expect((await certificatePage(beto)).body).toContain("50 min");
  await post(page(), beto.cookie, { intent: "days", hidesFirstDay: "1" });
  expect((await certificateOf(beto))?.hides_first_day).toBe(true);
});

test("one that was issued for declared lessons says so, until they were watched", async () => {
  const beto = await makeConsumer(world);
  await makeSale(world, beto, courseId, "completed");
  await completeAll(beto);
  const code = "0Z0ZABCDEFGH";
  const now = world.services.clock();
  const earlier = { course_title: "Violão do zero", seconds: 3_780, finished_at: now, issued_at: now };
  const ofBeto = { code, user_id: beto.userId, course_id: courseId, name: "Beto Lima" };
  await addRows(db, "certificates", { ...ofBeto, ...earlier });
  const bodies = async () => [(await certificatePage(beto)).body, (await get(`/certificates/${code}`)).body];
  for (const body of await bodies()) expect(body).toContain("Declarado pela pessoa");
  expect((await get(`${page()}.pdf`, beto.cookie)).status).toBe(200);
  await watchAll(beto);
  expect((await certificatePage(beto)).body).toContain("Atualizar: aulas assistidas");
  await issue(beto, "Outro Nome");
  expect(await certificateOf(beto)).toMatchObject({
    declared: false,
    name: "Beto Lima",
    code,
    watched_seconds: 3_024,
  });
  for (const body of await bodies()) expect(body).toContain("80% ou mais de cada aula assistidos");
});
