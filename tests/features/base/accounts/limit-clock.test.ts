import { afterEach, expect, test, vi } from "vitest";
import { signInAddressLimit } from "~/features/base/accounts/sign-in-limits";
import { startTestWorld } from "../../../support/test-services";

const { rateLimits } = (await startTestWorld()).services;
const hour = 3_600_000;
afterEach(() => {
  vi.useRealTimers();
});

test("a limit ignores a block written by a clock that was a day ahead", async () => {
  const key = "account:ahead@example.com";
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * hour });
  for (let at = 0; at < signInAddressLimit.tries; at += 1)
    expect(await rateLimits.take(signInAddressLimit, key)).toEqual({ ok: true });
  expect(await rateLimits.take(signInAddressLimit, key)).toMatchObject({ ok: false });
  vi.useRealTimers();
  expect(await rateLimits.take(signInAddressLimit, key)).toEqual({ ok: true });
  // Counting then continues normally.
  for (let at = 1; at < signInAddressLimit.tries; at += 1) await rateLimits.take(signInAddressLimit, key);
  const refused = await rateLimits.take(signInAddressLimit, key);
  expect(refused).toMatchObject({ ok: false });
  if (!refused.ok) expect(refused.retryAfterSeconds).toBeLessThanOrEqual(signInAddressLimit.seconds);
});
