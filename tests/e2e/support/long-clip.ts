import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clipFile } from "./shop";

const dir = mkdtempSync(join(tmpdir(), "sabia-clips-"));

/** Lengthens the clip by a `free` box (ISO/IEC 14496-12), which players skip. */
export function longClip(bytes: number, name = "aula-longa.mp4"): { path: string; hash: string } {
  const clip = readFileSync(clipFile);
  const box = Buffer.alloc(bytes - clip.length);
  for (let at = 8; at < box.length - 4; at += 4) box.writeUInt32LE(Math.imul(at, 2654435761) >>> 0, at);
  box.writeUInt32BE(box.length, 0);
  box.write("free", 4, "latin1");
  const content = Buffer.concat([clip, box]);
  const path = join(dir, name);
  // Another file of tests in this process may have removed it.
  mkdirSync(dir, { recursive: true });
  writeFileSync(path, content);
  return { path, hash: createHash("sha256").update(content).digest("hex") };
}

export function removeLongClips(): void {
  rmSync(dir, { recursive: true, force: true });
}
