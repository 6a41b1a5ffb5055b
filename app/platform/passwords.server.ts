import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time without a hash, so that timing does not reveal which accounts exist. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/** `atOnce` limits threads and memory (19 MiB each), so that a burst of sign-ins does not slow down pages. */
export function createPasswords(atOnce = 2): Passwords {
  const limit = pLimit(atOnce);
  const dummyHash = limit(() => hash("no password is ever this one", cost));
  return {
    hash: (password) => limit(() => hash(password, cost)),
    verify: async (passwordHash, password) => {
      const target = passwordHash ?? (await dummyHash);
      const matches = await limit(() => verify(target, password));
      return matches && passwordHash != null;
    },
  };
}
