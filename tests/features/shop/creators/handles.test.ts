/** Handles: each creator has one, it is never reused, and former ones redirect to it. */
import { beforeEach, describe, expect, test } from "vitest";
import { findCreator, findMovedHandle } from "~/features/shop/creators/creators.queries.server";
import { maxHandles } from "~/features/shop/creators/profile-rules";
import { showCreator } from "~/features/shop/creators/show-creator.server";
import { action } from "~/routes/creator/profile";
import { ask } from "../../../support/ask";
import { makeCreator, type Person } from "../../../support/people";
import { addCreator, addVideo } from "../../../support/rows";
import { readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;

const handleOf = async (userId: string) => (await findCreator(db, userId))?.handle;

test.each([
  ["Élida Conceição d'Ávila", "elida-conceicao-d-avila"],
  ["  JOÃO   Batista  ", "joao-batista"],
  ["Bo", "criador-bo"],
  ["中村", "criador"],
  ["Admin", "criador-2"],
  ["a".repeat(60), "a".repeat(24)],
  ["Ana Maria das Dores Ferreira Lima", "ana-maria-das-dores-ferr"],
])("a handle derived from the name %s is %s", async (name, handle) =>
  expect(await handleOf(await addCreator(db, name))).toBe(handle),
);

test("a handle derived from a name differs for twenty people of one name registered at once", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => addCreator(db, "Maria Silva")));
  const handles = await Promise.all(ids.map(handleOf));
  expect(new Set(handles).size).toBe(20);
  expect(handles).toContain("maria-silva");
  expect(handles.every((handle) => /^maria-silva(-\d+)?$/.test(handle ?? ""))).toBe(true);
});

describe("a chosen handle", () => {
  let ana: Person;
  beforeEach(async () => {
    ana = await makeCreator(world);
    await addVideo(db, ana.userId);
  });

  const choose = async (handle: string, who = ana) => {
    const parts = [{ name: "handle", content: handle }];
    return ask(world, action, { path: "/creator/profile", parts, cookie: who.cookie });
  };
  const refused = (error: string) => ({ status: 400, data: { errors: { handle: error } } });

  test("replaces the old one, which redirects to it, after a second change too", async () => {
    const first = (await handleOf(ana.userId)) ?? "";
    expect((await choose("Padaria-da-Ana")).status).toBe(303);
    expect((await choose("@ana-da-padaria")).status).toBe(303);
    expect(await handleOf(ana.userId)).toBe("ana-da-padaria");
    for (const old of [first, "padaria-da-ana"]) {
      expect(await findMovedHandle(db, old)).toBe("ana-da-padaria");
      const shown = await showCreator(services, old, { viewer: undefined });
      expect(shown).toEqual({ found: "moved", handle: "ana-da-padaria" });
    }
    const entries = await readRows(
      db,
      "audit_entries",
      { actor_id: ana.userId },
      "action",
      "before",
      "after",
    );
    expect(entries).toContainEqual({
      action: "handleChanged",
      before: { handle: "padaria-da-ana" },
      after: { handle: "ana-da-padaria" },
    });
  });

  test("is never another creator's, current or former, nor reserved, and a creator's own former one can be restored", async () => {
    const caio = await makeCreator(world);
    const before = (await handleOf(caio.userId)) ?? "";
    await choose("caio-chef", caio);
    for (const taken of ["caio-chef", before.toUpperCase(), "admin", "sabia"])
      expect(await choose(taken)).toMatchObject(refused("creators.handleTaken"));
    expect((await choose(before, caio)).status).toBe(303);
    expect(await handleOf(caio.userId)).toBe(before);
  });

  test("belongs to one of two creators who choose it at once", async () => {
    const caio = await makeCreator(world);
    const both = await Promise.all([choose("disputado"), choose("disputado", caio)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 400]);
    await choose("livre", (await handleOf(caio.userId)) === "disputado" ? caio : ana);
  });

  test("can be changed at most ten times", async () => {
    for (let n = 1; n < maxHandles; n += 1) expect((await choose(`ana-${n}-x`)).status).toBe(303);
    expect(await choose("ana-outra")).toMatchObject(refused("creators.handlesUsedUp"));
    expect((await choose("ana-1-x")).status).toBe(303);
  });

  test("of another creator is refused by the database", async () => {
    const caio = await makeCreator(world);
    const taken = (await handleOf(caio.userId)) ?? "";
    await choose("caio-novo", caio);
    await expect(setRows(db, "creator_profiles", { user_id: ana.userId }, { handle: taken })).rejects.toThrow(
      "belongs to another creator",
    );
  });
});
