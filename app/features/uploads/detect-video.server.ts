import { Readable } from "node:stream";
import { fileTypeFromBuffer } from "file-type";
import { parseVideoFormat, type VideoFormat, videoSampleBytes } from "./upload-limits";

/**
 * Looks at the beginning of a stream and says what video it is by its content, whatever its name says.
 * Gives the format and a stream with all of the content; `empty` for no content, undefined for none of our formats.
 * Who does not read `whole` calls `letGo`: until then the body waits for this reader, and `resume` does not move it.
 */
export async function detectVideo(
  body: Readable,
): Promise<{ format: VideoFormat | undefined; empty: boolean; whole: Readable; letGo: () => Promise<void> }> {
  const iterator = body.iterator({ destroyOnReturn: false });
  const first: Buffer[] = [];
  let bytes = 0;
  while (bytes < videoSampleBytes) {
    const { value, done } = await iterator.next();
    if (done) break;
    first.push(value);
    bytes += value.length;
  }
  const sample = Buffer.concat(first);
  async function* all() {
    if (sample.length > 0) yield sample;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return {
    format: await formatOf(sample),
    empty: bytes === 0,
    whole: Readable.from(all(), { objectMode: false, highWaterMark: 256 * 1024 }),
    letGo: async () => {
      await iterator.return?.();
    },
  };
}

/**
 * Says what video a stream begins as, and that is all: reads no more than it needs and destroys it.
 * Gives undefined for none of our formats, or no content.
 */
export async function detectFormat(body: Readable): Promise<VideoFormat | undefined> {
  const first: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    first.push(chunk);
    bytes += chunk.length;
    if (bytes >= videoSampleBytes) break;
  }
  return formatOf(Buffer.concat(first));
}

async function formatOf(sample: Buffer): Promise<VideoFormat | undefined> {
  if (sample.length === 0) return undefined;
  return parseVideoFormat((await fileTypeFromBuffer(sample))?.mime);
}
