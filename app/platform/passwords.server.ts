import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** Hashes a password with argon2id; gives the PHC string to store. */
  hash(password: string): Promise<string>;
  /** Whether the password is the one hashed. Takes as long when there is no hash, so that a stranger learns nothing. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/**
 * Hashing runs off the event loop; `atOnce` bounds how many threads and how much memory (19 MiB each) it may
 * take, so that a rush of sign-ins never starves the pages.
 */
export function createPasswords(atOnce = 2): Passwords {
  const limit = pLimit(atOnce);
  const nobody = limit(() => hash("no password is ever this one", cost));
  return {
    hash: (password) => limit(() => hash(password, cost)),
    verify: async (passwordHash, password) => {
      const target = passwordHash ?? (await nobody);
      const matches = await limit(() => verify(target, password));
      return matches && passwordHash != null;
    },
  };
}
