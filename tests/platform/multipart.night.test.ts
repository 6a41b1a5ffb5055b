import { describe, expect, test } from "vitest";
import { BrokenForm, type FilePart, readMultipart } from "~/platform/forms/multipart.server";
import {
  formEnd,
  inChunks,
  makeBoundary,
  multipartBody,
  partHead,
  streamedRequest,
} from "../support/multipart";
import { makeStrangeBody, seededNumbers } from "../support/strange-multipart";
import { collectUncaught } from "../support/uncaught";

const takeUncaught = collectUncaught();

const rules = { fileMaxBytes: 100_000, maxFiles: 2, onFile: async () => {} };
const withCharset = (type: string, content = "Pão") =>
  new Request("http://localhost/", {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=X" },
    body: `--X\r\nContent-Disposition: form-data; name="title"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--X--\r\n`,
  });

const boundary = makeBoundary();
/** A form with a text and a file, and places around everything that marks where a part begins or ends. */
const form = multipartBody(
  [
    { name: "title", content: "Pão" },
    { name: "video", fileName: "aula.mp4", type: "video/mp4", content: Buffer.alloc(2_000, 7) },
  ],
  boundary,
);
const marks = [
  ...Buffer.from(form)
    .toString("latin1")
    .matchAll(new RegExp(`\\r\\n--${boundary}`, "g")),
];
const places = marks.flatMap(({ index }) => Array.from({ length: 17 }, (_, n) => index - 3 + n * 3));

async function readIn(chunks: Iterable<Uint8Array>) {
  let bytes = 0;
  const read = await readMultipart(streamedRequest("http://localhost/", chunks, { boundary }), {
    ...rules,
    onFile: async ({ body }) => {
      for await (const chunk of body) bytes += chunk.length;
    },
  });
  return { ...read, bytes };
}

test("a form split in two at any place around the boundaries, or in chunks of any size, is parsed the same", async () => {
  expect(places.length).toBeGreaterThan(30);
  for (const at of places.filter((place) => place < form.length))
    expect(await readIn([form.subarray(0, at), form.subarray(at)]), `at ${at}`).toEqual({
      title: "Pão",
      bytes: 2_000,
    });
  for (const size of [1, 7, 4_096])
    expect(await readIn(inChunks(form, size))).toEqual({ title: "Pão", bytes: 2_000 });
});

test("a form cut off within the closing boundary is broken", async () => {
  // The last line break is not needed; everything before it is.
  for (let missing = 3; missing <= formEnd(boundary).length; missing += 3)
    await expect(
      readIn([form.subarray(0, form.length - missing)]),
      `${missing} bytes short`,
    ).rejects.toBeInstanceOf(BrokenForm);
});

describe("the charset of a field", () => {
  test.each(["iso-8859-15", "utf-7", "shift_jis", "x-unknown"])(
    "%s makes the form malformed",
    async (charset) => {
      const reading = readMultipart(withCharset(`text/plain; charset=${charset}`), rules).catch(
        (error: unknown) => error,
      );
      expect(await takeUncaught()).toEqual([]);
      expect(await reading).toBeInstanceOf(BrokenForm);
    },
  );

  test("may be UTF-8, Latin-1 or absent", async () => {
    expect(await readMultipart(withCharset("text/plain; charset=utf-8"), rules)).toEqual({ title: "Pão" });
    expect(await readMultipart(withCharset("text/plain; charset=iso-8859-1", "Pao"), rules)).toEqual({
      title: "Pao",
    });
    expect(await readMultipart(withCharset("text/plain"), rules)).toEqual({ title: "Pão" });
  });

  // Node 24.21 wrote past its memory here, and the process ended.
  test("may be UTF-16, and an odd last byte is dropped", async () => {
    for (let bytes = 1_001; bytes < 1_401; bytes++) {
      const form = await readMultipart(withCharset("text/plain; charset=utf-16le", "a".repeat(bytes)), rules);
      expect(form.title).toHaveLength(Math.floor(bytes / 2));
    }
  });

  test("a malformed form's files are read to the end and discarded", async () => {
    const boundary = "X";
    const file = Buffer.alloc(300_000, 7);
    const seen: string[] = [];
    let sent = 0;
    async function* body() {
      yield Buffer.from(
        '--X\r\nContent-Disposition: form-data; name="title"\r\nContent-Type: text/plain; charset=utf-7\r\n\r\nx\r\n',
      );
      yield Buffer.from(partHead({ name: "video", fileName: "a.mp4" }, boundary));
      for (; sent < file.length; sent += 10_000) yield file.subarray(sent, sent + 10_000);
      yield Buffer.from("\r\n--X--\r\n");
    }
    const reading = readMultipart(streamedRequest("http://localhost/", body(), { boundary }), {
      ...rules,
      onFile: async ({ field }) => void seen.push(field),
    });
    await expect(reading).rejects.toBeInstanceOf(BrokenForm);
    expect(sent).toBe(file.length);
    expect(seen).toEqual([]);
  });
});

/** What a handler may do with a file: read it, part of it or none, throw, destroy it. */
const handlers: ((part: FilePart) => Promise<void>)[] = [
  async ({ body }) => {
    for await (const _ of body);
  },
  async () => {},
  async ({ body }) => {
    for await (const _ of body) break;
  },
  async () => {
    throw new Error("planted");
  },
  async ({ body }) => {
    body.destroy();
  },
];

const bodies = 10_000;
test(`each of ${bodies} strange bodies is parsed or refused, and the process continues`, {
  timeout: 600_000,
}, async () => {
  const outcomes = { read: 0, broken: 0, planted: 0 };
  for (let seed = 1; seed <= bodies; seed++) {
    const below = seededNumbers(seed ^ 0x5eed);
    const { contentType, body, chunks } = makeStrangeBody(seed);
    const headers = {
      "Content-Type": contentType,
      ...(below(3) === 0 ? { "Content-Length": String(body.length + below(3) * below(9)) } : {}),
    };
    const request = streamedRequest("http://localhost/", chunks, { boundary: "", headers });
    const onFile = handlers[below(handlers.length)] ?? rules.onFile;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, 10_000, "never ended");
    });
    const outcome = await Promise.race([
      readMultipart(request, { ...rules, onFile }).catch((error: unknown) => error),
      late,
    ]);
    clearTimeout(timer);
    expect(await takeUncaught(), `body ${seed}`).toEqual([]);
    if (outcome instanceof BrokenForm) outcomes.broken += 1;
    else if (outcome instanceof Error && outcome.message === "planted") outcomes.planted += 1;
    else {
      expect(outcome, `body ${seed}`).toBeTypeOf("object");
      const values = Object.values(outcome as object);
      expect(
        values.every((value) => typeof value === "string"),
        `body ${seed}`,
      ).toBe(true);
      outcomes.read += 1;
    }
  }
  // The bodies are of use only while they reach every end.
  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(bodies / 50);
});
