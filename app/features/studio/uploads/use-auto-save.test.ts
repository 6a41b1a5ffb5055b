import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TypedFields } from "./typed-fields";
import { AutoSaver, type SaveAnswer, type SaveState } from "./use-auto-save";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A form, and a server whose answers the test gives. */
function makeForm(answers: (SaveAnswer | "later")[] = []) {
  const scene = {
    typed: {} as TypedFields,
    sent: [] as { fields: TypedFields; revision: number }[],
    states: [] as SaveState[],
    answer: (_: SaveAnswer): void => undefined,
  };
  const saver = new AutoSaver({
    saved: { revision: 0, fields: {} },
    read: () => ({ ...scene.typed }),
    send: async (fields, revision) => {
      scene.sent.push({ fields, revision });
      const next = answers.shift() ?? { ok: true, revision: revision + 1 };
      if (next !== "later") return next;
      return new Promise((resolve) => {
        scene.answer = resolve;
      });
    },
    onState: (state) => scene.states.push(state),
  });
  const type = (fields: TypedFields) => {
    scene.typed = fields;
    saver.note();
  };
  /** Types, and waits until it is saved. */
  const save = async (fields: TypedFields) => {
    type(fields);
    await vi.advanceTimersByTimeAsync(1_500);
  };
  return { scene, saver, type, save };
}

test("a video is saved once, after a pause in typing", async () => {
  const { scene, type } = makeForm();
  for (const title of ["P", "Pã", "Pão"]) {
    type({ title });
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(scene.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(scene.sent).toEqual([{ fields: { title: "Pão" }, revision: 0 }]);
  expect(scene.states.at(-1)?.phase).toBe("saved");
});

test("an untouched form saves nothing, and an emptied one is saved as such", async () => {
  const { scene, saver, save } = makeForm();
  saver.flush();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(scene.sent).toEqual([]);
  await save({ title: "a" });
  await save({});
  expect(scene.sent.at(-1)).toEqual({ fields: {}, revision: 1 });
});

test("what is typed during a request is sent after it, with the revision that it returned", async () => {
  const { scene, save } = makeForm(["later"]);
  await save({ title: "a" });
  await save({ title: "ab" });
  expect(scene.sent).toHaveLength(1);
  scene.answer({ ok: true, revision: 1 });
  await vi.advanceTimersByTimeAsync(1_500);
  expect(scene.sent.at(-1)).toEqual({ fields: { title: "ab" }, revision: 1 });
});

test("a network failure is retried until the video is saved", async () => {
  const away = { ok: false, error: "unreached" } as const;
  const { scene, save } = makeForm([away, away]);
  await save({ title: "a" });
  expect(scene.states.at(-1)).toEqual({ phase: "failed", error: "unreached" });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(scene.sent).toHaveLength(3);
  expect(scene.states.at(-1)?.phase).toBe("saved");
});

test("after a save the first pause between retries is short again", async () => {
  const away = { ok: false, error: "unreached" } as const;
  const { scene, type } = makeForm([away, away, { ok: true, revision: 1 }, away]);
  type({ title: "a" });
  await vi.advanceTimersByTimeAsync(13_500);
  expect(scene.sent).toHaveLength(3);
  type({ title: "ab" });
  await vi.advanceTimersByTimeAsync(5_500);
  expect(scene.sent).toHaveLength(5);
});

test("a video that was changed elsewhere is overwritten only on request", async () => {
  const { scene, saver, type, save } = makeForm([{ ok: false, error: "changed", revision: 7 }]);
  await save({ title: "a" });
  type({ title: "ab" });
  saver.flush();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(scene.sent).toHaveLength(1);
  await saver.saveNow();
  expect(scene.sent.at(-1)).toEqual({ fields: { title: "ab" }, revision: 7 });
});

test("a text that is too long is sent again only once it was changed", async () => {
  const { scene, type, save } = makeForm([{ ok: false, error: "tooLong" }]);
  type({ title: "long" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(scene.sent).toHaveLength(1);
  await save({ title: "short" });
  expect(scene.sent).toHaveLength(2);
});

test("nothing is sent between a stop, which waits for the request on its way, and its end", async () => {
  const { scene, saver, type, save } = makeForm(["later"]);
  await save({ title: "a" });
  const stopped = saver.stop();
  scene.answer({ ok: true, revision: 1 });
  await stopped;
  type({ title: "ab" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(scene.sent).toHaveLength(1);
  saver.resume();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(scene.sent).toHaveLength(2);
});
