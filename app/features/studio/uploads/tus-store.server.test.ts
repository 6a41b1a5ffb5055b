import { expect, test } from "vitest";
import { createUploadLocks } from "./tus-store.server";

const never = new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a newcomer asks the holder of the lock once to release it, and continues when it has", async () => {
  const locks = createUploadLocks().of("ana");
  const first = locks.newLock("a");
  const second = locks.newLock("a");
  let asked = 0;
  await first.lock(never, () => {
    asked += 1;
  });
  let got = false;
  const waiting = second
    .lock(never, () => {})
    .then(() => {
      got = true;
    });
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(got).toBe(false);
  expect(asked).toBe(1);
  await first.unlock();
  await waiting;
  expect(got).toBe(true);
  await second.unlock();
});

test("one of many concurrent requests at a time holds the lock", async () => {
  const locks = createUploadLocks().of("ana");
  let holding = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const lock = locks.newLock("a");
      await lock.lock(never, () => {});
      holding += 1;
      most = Math.max(most, holding);
      await turn();
      holding -= 1;
      await lock.unlock();
    }),
  );
  expect(most).toBe(1);
});

test("other uploads, and other people's uploads of the same name, are not waited for", async () => {
  const locks = createUploadLocks();
  let asked = 0;
  const askToEnd = () => {
    asked += 1;
  };
  await locks.of("ana").newLock("a").lock(never, askToEnd);
  await locks.of("ana").newLock("b").lock(never, askToEnd);
  await locks.of("bia").newLock("a").lock(never, askToEnd);
  expect(asked).toBe(0);
});

test("a holder that does not release in time keeps the lock, and the second request is refused", async () => {
  const locks = createUploadLocks(20).of("ana");
  await locks.newLock("a").lock(never, () => {});
  await expect(locks.newLock("a").lock(never, () => {})).rejects.toMatchObject({ status_code: 500 });
});

test("a newcomer that is aborted stops waiting, and does not get the lock later", async () => {
  const locks = createUploadLocks().of("ana");
  const first = locks.newLock("a");
  await first.lock(never, () => {});
  const gone = new AbortController();
  const waiting = locks.newLock("a").lock(gone.signal, () => {});
  gone.abort();
  await expect(waiting).rejects.toBeDefined();
  await first.unlock();
  await locks.newLock("a").lock(never, () => {});
});
