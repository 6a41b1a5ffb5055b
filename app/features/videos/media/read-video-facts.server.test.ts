import { expect, test } from "vitest";
import { aviHeaderBytes, parseAviHeader } from "./read-video-facts.server";

function header({ perFrame = 40_000, frames = 250, width = 640, height = 360 } = {}): Buffer {
  const head = Buffer.alloc(aviHeaderBytes);
  for (const [at, mark] of [
    [0, "RIFF"],
    [8, "AVI "],
    [12, "LIST"],
    [20, "hdrl"],
    [24, "avih"],
  ] as const)
    head.write(mark, at, "latin1");
  head.writeUInt32LE(56, 28);
  head.writeUInt32LE(perFrame, 32);
  head.writeUInt32LE(frames, 48);
  head.writeUInt32LE(width, 64);
  head.writeUInt32LE(height, 68);
  return head;
}

test("parseAviHeader reads the length and the size", () => {
  expect(parseAviHeader(header())).toEqual({ seconds: 10, width: 640, height: 360 });
});

test.each([
  ["no frames", header({ frames: 0 })],
  ["no picture", header({ height: 0 })],
  ["half a header", header().subarray(0, 60)],
  [
    "another list first",
    Buffer.concat([header().subarray(0, 20), Buffer.from("INFO"), header().subarray(24)]),
  ],
  ["no AVI", Buffer.alloc(aviHeaderBytes)],
])("parseAviHeader returns undefined for %s", (_, head) => expect(parseAviHeader(head)).toBeUndefined());
