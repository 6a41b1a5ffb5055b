import { PassThrough, type Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ReactElement } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { dropNulBytes } from "./drop-nul-bytes.server";

/** The size of React's buffer, in bytes. */
const bufferSize = 2048;

/** Characters of two, three and four bytes, wherever the buffer ends. */
const text = "Violão é paixão — “acorde” 🎸👩🏽‍🎤".repeat(4);

/** React writes long strings past its buffer. */
function Padding({ bytes }: { bytes: number }) {
  const rest = Math.max(0, bytes - 500);
  return (
    <>
      <i>{"a".repeat(bytes - rest)}</i>
      {rest > 0 && <Padding bytes={rest} />}
    </>
  );
}

const places: Record<string, () => ReactElement> = {
  "a text": () => <p>{text}</p>,
  "a title": () => <title>{text}</title>,
  "an attribute": () => <meta name="description" content={text} />,
  "a field's value": () => <input name="title" defaultValue={text} />,
  "a text area": () => <textarea name="description" defaultValue={text} />,
  "a script's data": () => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: as Remix writes the loaders' data
    <script dangerouslySetInnerHTML={{ __html: JSON.stringify({ text }) }} />
  ),
};

function render(page: ReactElement, into: Transform): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => resolve(buffer(pipe(into))),
      onError: reject,
    });
  });
}

test.each(Object.entries(places))("%s arrives unchanged at every offset of the buffer", async (_, place) => {
  let damaged = 0;
  for (let offset = 0; offset < bufferSize; offset += 1) {
    const page = (
      <div>
        <Padding bytes={offset} />
        {place()}
      </div>
    );
    const expected = Buffer.from(renderToString(page));
    const received = await render(page, dropNulBytes());
    if (!received.equals(expected)) expect(received.toString()).toBe(expected.toString());
    if ((await render(page, new PassThrough())).includes(0)) damaged += 1;
  }
  // A renderer that writes no NUL any more needs no such stream.
  expect(damaged).toBeGreaterThan(0);
});

test("a written piece is passed on before the page ends", async () => {
  const stream = dropNulBytes();
  stream.write(Buffer.from("Viol\0ão"));
  expect(String(stream.read())).toBe("Violão");
  expect(stream.writableEnded).toBe(false);
});
