import { makeMp4 } from "../../../support/people";

/** A video whose every byte depends on its place, so that a shifted or repeated piece shows. */
export function makeVideo(bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 4)
    file.writeUInt32LE(Math.imul(at + 1, 2654435761) >>> 0, Math.min(at, bytes - 4));
  file.set(makeMp4(32), 0);
  return file;
}

/** A small seeded generator, so that a failing run can be had again: `SABIA_SEED=…`. */
export function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
