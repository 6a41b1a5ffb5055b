import { expect, test } from "vitest";
import { upsertReview } from "~/features/shop/reviews/reviews.queries.server";
import { listDamagedTexts, repairDamagedTexts } from "~/server/tools/damaged-texts.queries.server";
import { addConsumer, addCreator, addSale, addVideo } from "../support/rows";
import { openTestDatabase } from "../support/test-database";

const db = await openTestDatabase();

test("texts with U+FFFD are listed, and those of forms are repaired, except texts of nothing else", async () => {
  expect(await listDamagedTexts(db, 10)).toEqual([]);
  const creator = await addCreator(db, "Ana\uFFFD Ção");
  const video = await addVideo(db, creator, { title: "Viol\uFFFDão\uFFFD\uFFFD 🎸" });
  const other = await addVideo(db, creator, { title: "\uFFFD" });
  const set = { outcomes: ["Tocar", "Acordes\uFFFD", "Ritmo"], file_name: "aula\uFFFD.mp4" };
  await db.updateTable("videos").set(set).where("id", "=", video).execute();
  const learner = await addConsumer(db);
  const facts = JSON.stringify({ title: "Viol\uFFFDão" });
  await db.insertInto("mails").values({ key: "k", kind: "receipt", facts, user_id: learner }).execute();
  await addSale(db, { consumerId: learner, videoId: video });
  await upsertReview(db, {
    videoId: video,
    userId: learner,
    rating: 5,
    text: "\uFFFDÓtimo",
    now: new Date(),
  });

  const listed = async () =>
    (await listDamagedTexts(db, 10)).map(({ column, text }) => `${column} ${text}`).sort();
  expect(await listed()).toEqual([
    "creator_profiles.full_name Ana\uFFFD Ção",
    'mails.facts {"title": "Viol\uFFFDão"}',
    "reviews.text \uFFFDÓtimo",
    // Follows the creator's name.
    ...Array.from({ length: 2 }, () => "videos.creator_plain  ana\uFFFD cao"),
    "videos.file_name aula\uFFFD.mp4",
    "videos.outcomes {Tocar,Acordes\uFFFD,Ritmo}",
    "videos.title Viol\uFFFDão\uFFFD\uFFFD 🎸",
    "videos.title \uFFFD",
  ]);
  expect((await repairDamagedTexts(db)).map(({ column, text }) => [column, text])).toEqual([
    ["videos.title", "Violão 🎸"],
    ["videos.outcomes", "{Tocar,Acordes,Ritmo}"],
    ["creator_profiles.full_name", "Ana Ção"],
    ["reviews.text", "Ótimo"],
  ]);
  const left = await listDamagedTexts(db, 10);
  expect(left.map(({ column }) => column)).toEqual(["mails.facts", "videos.title", "videos.file_name"]);
  expect(left[1]).toEqual({ column: "videos.title", row: other, text: "\uFFFD" });
});
