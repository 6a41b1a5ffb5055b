import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listShopVideos } from "~/features/catalog/shop-videos.queries.server";
import { addCreator, addVideo } from "../../support/rows";
import { openTestDatabase } from "../../support/test-database";

const db = await openTestDatabase();
const creatorId = await addCreator(db);

const titles = [
  "Pão de queijo",
  "PÃO francês",
  "Pao sem til",
  "100% algodão",
  "1000 receitas",
  "snake_case em Python",
  "snakeXcase",
  "C:\\pastas e \\_",
  "Sorvete 🍨 caseiro",
  "'; DROP TABLE videos; --",
  "a",
];
for (const title of titles) await addVideo(db, creatorId, { title });
await addVideo(db, creatorId, { title: "Pão ainda enviando", published: false });
const gone = await addVideo(db, creatorId, { title: "Pão retirado" });
await db.updateTable("videos").set({ deleted_at: new Date() }).where("id", "=", gone).execute();

async function search(text: string): Promise<string[]> {
  const { rows } = await listShopVideos(db, { search: text });
  return rows.map(({ title }) => title).sort();
}

test.each([
  ["a part in other case, accents included", "pÃO", ["PÃO francês", "Pão de queijo"]],
  ["a part inside a word", "ueij", ["Pão de queijo"]],
  ["without the accent, only what is without it", "pao", ["Pao sem til"]],
  ["a percent sign", "%", ["100% algodão"]],
  ["a percent sign after digits", "100%", ["100% algodão"]],
  ["an underscore", "_", ["C:\\pastas e \\_", "snake_case em Python"]],
  ["an underscore within", "e_c", ["snake_case em Python"]],
  ["a backslash", "\\", ["C:\\pastas e \\_"]],
  ["a backslash before an underscore", "\\_", ["C:\\pastas e \\_"]],
  ["an emoji", "🍨", ["Sorvete 🍨 caseiro"]],
  ["an emoji with a space", " 🍨 ", ["Sorvete 🍨 caseiro"]],
  ["two characters in other case", "Ão", ["100% algodão", "PÃO francês", "Pão de queijo"]],
  ["two characters that no title has together", "zq", []],
  ["three characters with an accent", "pãO", ["PÃO francês", "Pão de queijo"]],
  ["short words", "o d", ["Pão de queijo"]],
  ["pairs that are all there, but not in a row", "ão dã", []],
  ["half of an emoji", "\ud83c", []],
  ["a quote", "';", ["'; DROP TABLE videos; --"]],
  ["something that is nowhere", "xyzzy", []],
])("%s", async (_, text, found) => {
  expect(await search(text)).toEqual(found);
});

test("one character finds every title with it", async () => {
  const all = titles.filter((title) => title.toLowerCase().includes("a")).sort();
  expect(await search("a")).toEqual(all);
  expect(all.length).toBeGreaterThan(5);
});

test("whatever is typed, the answer is ILIKE's", async () => {
  // Few characters, so that much is found: case and accents, what LIKE and pg_trgm treat apart, two that fold oddly.
  const sign = fc.constantFrom(..."aAbáÁãÃçß9 %_\\'-.🍨🎸\u0301İıΣς");
  const text = (maxLength: number) => fc.string({ unit: sign, minLength: 1, maxLength });
  const lines = fc.array(text(12), { minLength: 20, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(lines, fc.array(text(4), { minLength: 30, maxLength: 30 }), async (titles, searches) => {
      const other = await addCreator(db);
      for (const title of titles) await addVideo(db, other, { title });
      for (const search of searches) {
        const { rows } = await listShopVideos(db, { search, creatorId: other });
        const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
        const { rows: expected } = await sql<{ id: string }>`
          SELECT id FROM videos WHERE creator_id = ${other} AND title ILIKE ${pattern}
          ORDER BY created_at DESC, id DESC`.execute(db);
        expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }
      await db.deleteFrom("videos").where("creator_id", "=", other).execute();
    }),
    { numRuns: 20 },
  );
});

test("nothing typed shows all that is for sale, and only that", async () => {
  expect(await search("")).toEqual([...titles].sort());
});

test("a creator's name is shown, an account's e-mail is not", async () => {
  const [row] = (await listShopVideos(db, {})).rows;
  expect(row).toMatchObject({ creator_name: "Ana Criadora" });
  expect(JSON.stringify(row)).not.toContain("@");
});

test("no row says where a video is", async () => {
  const { rows } = await listShopVideos(db, {});
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  expect([...names].sort()).toEqual([
    "created_at",
    "creator_id",
    "creator_name",
    "currency",
    "description",
    "id",
    "price_cents",
    "thumbnail_url",
    "title",
  ]);
});
