import { expect, test } from "vitest";
import { createAdmissionQueue, type QueueLimits, type Ticket } from "./admission-queue";

/** A queue whose time passes by `pass`. */
function queueWith(changes: Partial<QueueLimits> = {}) {
  let now = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const queue = createAdmissionQueue(
    { slots: 2, maxWaiting: 3, maxWaitMs: 3_000, ...changes },
    {
      set(run, milliseconds) {
        const timer = { at: now + milliseconds, run };
        timers.add(timer);
        return timer;
      },
      clear: (timer) => void timers.delete(timer as { at: number; run: () => void }),
    },
  );
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const timer of [...timers]) {
      if (timer.at > now) continue;
      timers.delete(timer);
      timer.run();
    }
  };
  return { queue, pass, timers };
}

/** The state of each ticket. */
async function look(tickets: readonly Ticket[]) {
  const pending = Symbol("pending");
  const found = await Promise.all(tickets.map(({ admitted }) => Promise.race([admitted, tick(pending)])));
  return found.map((state) => (state === pending ? "waits" : state ? "runs" : "shed"));
}

async function tick<T>(value: T): Promise<T> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return value;
}

test("requests run up to the number of slots, others wait in the order of their arrival", async () => {
  const { queue } = queueWith();
  const tickets = Array.from({ length: 5 }, () => queue.enter());
  expect(await look(tickets)).toEqual(["runs", "runs", "waits", "waits", "waits"]);
  tickets[1]?.leave();
  expect(await look(tickets)).toEqual(["runs", "runs", "runs", "waits", "waits"]);
  tickets[0]?.leave();
  tickets[2]?.leave();
  expect(await look(tickets)).toEqual(["runs", "runs", "runs", "runs", "runs"]);
  expect(queue.counts).toEqual({ admitted: 2, waited: 3, shed: 0, active: 2, waiting: 0 });
});

test("a request beyond the queue's length is refused at once", async () => {
  const { queue } = queueWith({ maxWaiting: 1 });
  const tickets = Array.from({ length: 4 }, () => queue.enter());
  expect(await look(tickets)).toEqual(["runs", "runs", "waits", "shed"]);
  expect(queue.counts).toMatchObject({ shed: 1, waiting: 1 });
});

test("a request is refused when its wait expires, and a slot that becomes free later goes to the next one", async () => {
  const { queue, pass } = queueWith({ slots: 1 });
  const first = queue.enter();
  const early = queue.enter();
  pass(1_000);
  const late = queue.enter();
  pass(2_000);
  expect(await look([first, early, late])).toEqual(["runs", "shed", "waits"]);
  first.leave();
  expect(await look([late])).toEqual(["runs"]);
  expect(queue.counts).toEqual({ admitted: 1, waited: 1, shed: 1, active: 1, waiting: 0 });
});

test("a request may have a shorter wait than the queue's, or none", async () => {
  const { queue, pass } = queueWith({ slots: 1 });
  queue.enter();
  const short = queue.enter(500);
  const impatient = queue.enter(0);
  const usual = queue.enter(Number.POSITIVE_INFINITY);
  expect(await look([short, impatient, usual])).toEqual(["waits", "shed", "waits"]);
  pass(500);
  expect(await look([short, usual])).toEqual(["shed", "waits"]);
  pass(2_500);
  expect(await look([usual])).toEqual(["shed"]);
});

test("a request aborted by its visitor frees its place in the queue and does not count as refused", async () => {
  const { queue, timers } = queueWith({ slots: 1, maxWaiting: 1 });
  const first = queue.enter();
  const gone = queue.enter();
  gone.leave();
  expect(timers.size).toBe(0);
  const next = queue.enter();
  first.leave();
  expect(await look([gone, next])).toEqual(["shed", "runs"]);
  expect(queue.counts).toEqual({ admitted: 1, waited: 1, shed: 0, active: 1, waiting: 0 });
});

test("a slot is freed only once even if its request ends twice", async () => {
  const { queue } = queueWith({ slots: 1 });
  const first = queue.enter();
  const [second, third] = [queue.enter(), queue.enter()];
  first.leave();
  first.leave();
  expect(await look([second, third])).toEqual(["runs", "waits"]);
  second.leave();
  second.leave();
  expect(queue.counts.active).toBe(1);
  third.leave();
  expect(queue.counts).toMatchObject({ active: 0, waiting: 0 });
});
