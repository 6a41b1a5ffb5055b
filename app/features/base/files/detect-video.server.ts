import { Readable } from "node:stream";
import { fileTypeFromBuffer } from "file-type";
import { parseVideoFormat, type VideoFormat, videoSampleBytes } from "./accepted-files";

/**
 * Reads a file's first bytes. `whole`: a stream of the entire content. A caller that does not read it calls `release`:
 * until then the body waits for this reader, and `resume` does not help.
 */
export async function readSample(body: Readable) {
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
    sample,
    whole: Readable.from(all(), { objectMode: false, highWaterMark: 256 * 1024 }),
    release: async () => {
      await iterator.return?.();
    },
  };
}

/** Detects a video's format by its first bytes; undefined if not accepted. */
export async function detectVideo(body: Readable) {
  const { sample, ...rest } = await readSample(body);
  return { ...rest, format: await formatOf(sample), empty: sample.length === 0 };
}

/** Reads no more than necessary, and destroys the stream. Undefined if not accepted or empty. */
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
