import { expect, test } from "vitest";
import { createAnswerStore } from "./answer-store";

const ages = { fresh: 10, max: 60 };

function makeStore(maxBytes = 100) {
  let time = 0;
  const store = createAnswerStore<{ bytes: number; text: string }>(maxBytes, ages, () => time);
  const keep = (key: string, bytes = 10) => store.keep(key, { bytes, text: key }, store.generation);
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  return { store, keep, wait };
}

test("a stored response is fresh, then stale, then expired", () => {
  const { store, keep, wait } = makeStore();
  keep("a");
  wait(10);
  expect(store.find("a")).toMatchObject({ stale: false });
  wait(1);
  expect(store.find("a")).toMatchObject({ stale: true });
  wait(50);
  expect(store.find("a")).toBeUndefined();
  expect(store).toMatchObject({ bytes: 0, size: 0 });
});

test("the least recently used response is evicted", () => {
  const { store, keep } = makeStore(30);
  for (const key of ["a", "b", "c"]) keep(key);
  store.find("a");
  keep("d");
  expect(["a", "b", "c", "d"].filter((key) => store.find(key))).toEqual(["a", "c", "d"]);
  expect(store.bytes).toBe(30);
});

test("a response larger than the store is not stored, and removes the older one", () => {
  const { store, keep } = makeStore(30);
  keep("a");
  keep("a", 31);
  expect(store).toMatchObject({ bytes: 0, size: 0 });
});

test("a response begun before the store was cleared is not stored", () => {
  const { store, keep } = makeStore();
  keep("a");
  const { generation } = store;
  store.forget();
  store.keep("b", { bytes: 10, text: "b" }, generation);
  expect(store).toMatchObject({ bytes: 0, size: 0 });
});
