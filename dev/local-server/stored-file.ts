import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { z } from "zod";

/** Undefined without the file, and for one that `shape` refuses, which is moved aside. */
export function readStored<T>(file: string, shape: z.ZodType<T>): T | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return shape.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    renameSync(file, `${file}.unreadable`);
    return undefined;
  }
}

/** Mode 600, for secrets and mails with recovery links. At once, so that a kill at any moment leaves a complete file. */
export function writeStored(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
