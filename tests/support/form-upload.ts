/** Sends the upload form as a browser does, with generated video bytes. */
import { request } from "node:http";

const boundary = "----sabiaBench7MA4YWxkTrZu0gW";
/** An MP4 by its content: a `ftyp` box (ISO/IEC 14496-12), followed by arbitrary bytes. */
export const videoHead = Buffer.from("0000001c667479706d703432000000006d70343269736f6d6d703431", "hex");
const piece = Buffer.alloc(1024 * 1024, 0x5a);

export interface UploadTarget {
  url: string;
  cookie?: string;
}

/**
 * Sends a form with a video of this size. Returns the seconds from the first byte to the whole response; throws
 * unless it is a 303.
 */
export async function upload(target: UploadTarget, thumbnail: Buffer, videoBytes: number): Promise<number> {
  const fields = { source: "file", title: "Aula", description: "Em casa.", price: "49,90" };
  const before = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, "", Buffer.from(value))),
    part('name="thumbnail"; filename="capa.jpg"', "image/jpeg", thumbnail),
    part('name="video"; filename="aula.mp4"', "video/mp4", videoHead).subarray(0, -2),
  ]);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  const fill = videoBytes - videoHead.length;
  const start = performance.now();
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(
      `${target.url}/creator/upload`,
      {
        method: "POST",
        headers: {
          Origin: target.url,
          "Content-Type": `multipart/form-data; boundary=${boundary}`,
          "Content-Length": before.length + fill + after.length,
          ...(target.cookie ? { Cookie: target.cookie } : {}),
        },
      },
      (answer) => {
        answer.resume();
        answer.once("end", () => {
          if (answer.statusCode === 303) resolve();
          else reject(new Error(`the upload was answered ${answer.statusCode}`));
        });
      },
    );
    outgoing.once("error", reject);
    outgoing.write(before);
    let left = fill;
    const send = () => {
      while (left > 0) {
        const next = left >= piece.length ? piece : piece.subarray(0, left);
        left -= next.length;
        if (!outgoing.write(next)) {
          outgoing.once("drain", send);
          return;
        }
      }
      outgoing.end(after);
    };
    send();
  });
  return (performance.now() - start) / 1000;
}

function part(disposition: string, type: string, content: Buffer): Buffer {
  const typeLine = type ? `Content-Type: ${type}\r\n` : "";
  const lines = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${typeLine}\r\n`;
  return Buffer.concat([Buffer.from(lines), content, Buffer.from("\r\n")]);
}
