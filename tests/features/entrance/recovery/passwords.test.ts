import { beforeEach, expect, test, vi } from "vitest";
import { createPasswords } from "~/platform/passwords.server";

const argon = vi.hoisted(() => ({ verified: [] as string[], running: 0, most: 0 }));

/** Spies on the real argon2. */
vi.mock("@node-rs/argon2", async (importOriginal) => {
  const real = await importOriginal<typeof import("@node-rs/argon2")>();
  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    argon.running += 1;
    argon.most = Math.max(argon.most, argon.running);
    try {
      return await work();
    } finally {
      argon.running -= 1;
    }
  };
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => watched(() => real.hash(...given)),
    verify: (...given: Parameters<typeof real.verify>) => {
      argon.verified.push(String(given[0]));
      return watched(() => real.verify(...given));
    },
  };
});

beforeEach(() => {
  argon.verified.length = 0;
  argon.most = 0;
});

const parameters = (phc: string | undefined) => phc?.split("$").slice(0, 4).join("$");

test("passwords are hashed with argon2id at OWASP's parameters, each with its own salt", async () => {
  const { hash, verify } = createPasswords();
  const [one, other] = [await hash("senha boa"), await hash("senha boa")];
  expect(parameters(one)).toBe("$argon2id$v=19$m=19456,t=2,p=1");
  expect(one).not.toBe(other);
  expect(await verify(one, "senha boa")).toBe(true);
  expect(await verify(one, "senha bob")).toBe(false);
});

test.each([null, undefined])(
  "without a hash (%s), a dummy of the same cost is checked and never matches",
  async (none) => {
    const { verify } = createPasswords();
    for (const password of ["", "x", "no password is ever this one"]) {
      expect(await verify(none, password)).toBe(false);
    }
    expect(argon.verified).toHaveLength(3);
    for (const phc of argon.verified) expect(parameters(phc)).toBe("$argon2id$v=19$m=19456,t=2,p=1");
  },
);

test("passwords are hashed with limited concurrency", async () => {
  const { hash, verify } = createPasswords(2);
  const phc = await hash("senha boa");
  const all = Array.from({ length: 20 }, (_, at) => (at % 2 ? verify(phc, "x") : hash("y")));
  expect(await Promise.all(all)).toHaveLength(20);
  expect(argon.most).toBe(2);
});
