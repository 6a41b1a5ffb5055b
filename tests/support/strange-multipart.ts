/** Malformed multipart bodies, each generated from a number and reproducible by it. */

export interface StrangeBody {
  contentType: string;
  body: Buffer;
  chunks: Buffer[];
}

const charsets = [
  "utf-8",
  "UTF8",
  "utf-7",
  "iso-8859-1",
  "iso-8859-15",
  "windows-1252",
  "utf-16le",
  "ucs2",
  "base64",
  "shift_jis",
  "gb18030",
  "x-unknown",
  "",
  '"utf-8"',
  "__proto__",
  "constructor",
  "%00",
  "a".repeat(300),
];
const encodings = ["7bit", "8bit", "binary", "base64", "quoted-printable", "x-gzip", "", "\u00ff"];
const names = [
  "title",
  "description",
  "price",
  "source",
  "thumbnail",
  "video",
  "youtubeUrl",
  "__proto__",
  "constructor",
  "toString",
  "",
  "a b",
  "caf\u00e9",
  "x".repeat(150),
  'quo\\"te',
  "%0d%0a",
];
const types = [
  "text/plain",
  "image/png",
  "video/mp4",
  "application/octet-stream",
  "multipart/mixed; boundary=inner",
  "multipart/form-data; boundary=X",
  "text",
  "/",
  "text/plain; charset",
  "text/plain; =x",
  'text/plain; a="',
];
const boundaries = [
  "X",
  "----sabia0123456789",
  "-",
  "--",
  "a".repeat(70),
  "a".repeat(300),
  '"quoted boundary"',
  "'()+_,-./:=?",
];
const junk = ["\r\n", "\r", "\n", "--", "\0", "\r\n\r\n", ":", ";", '"', "\u00ff\u00fe", "--X", "\r\n--X"];

/** Returns a generator of integers below a bound (mulberry32), reproducible by its seed. */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Returns body number `seed`. Half are complete forms with unusual parts; the others are damaged as well. */
export function makeStrangeBody(seed: number): StrangeBody {
  const below = seededNumbers(seed);
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const oneIn = (times: number) => below(times) === 0;

  const boundary = pick(boundaries);
  const mark = boundary.replaceAll('"', "");
  const content = () => {
    const size = oneIn(20) ? 70_000 + below(70_000) : below(4) * below(400);
    const bytes = Buffer.alloc(size, below(256));
    for (let times = below(4); times > 0 && size > 10; times--) {
      bytes.write(pick(junk), below(size - 8), "latin1");
    }
    return bytes;
  };
  const disposition = () => {
    if (oneIn(15)) return pick(["attachment", "form-data;", "form-data; name", "form-data; name=", '"', ""]);
    const name = oneIn(15) ? "" : `; name="${pick(names)}"`;
    const file = oneIn(3)
      ? `; filename="${pick([...names, "aula.mp4", "../../etc/passwd", "C:\\x.mp4"])}"`
      : "";
    const extended = oneIn(8) ? `; filename*=${pick(charsets)}''${pick(["a%20b", "%ff%fe", "%", "x"])}` : "";
    return `form-data${name}${file}${extended}`;
  };
  const head = () => {
    const lines: string[] = [];
    if (!oneIn(20)) lines.push(`Content-Disposition: ${disposition()}`);
    if (!oneIn(3)) lines.push(`Content-Type: ${pick(types)}${oneIn(2) ? `; charset=${pick(charsets)}` : ""}`);
    if (oneIn(3)) lines.push(`Content-Transfer-Encoding: ${pick(encodings)}`);
    if (oneIn(10)) lines.push(`X-Long: ${"y".repeat(below(20_000))}`);
    if (oneIn(15)) lines.push(pick(["", " folded", "no colon", ": no name", "Bad Name: x", "\0: x"]));
    if (oneIn(40)) for (let at = 0; at < 60; at++) lines.push(`X-${at}: ${at}`);
    return `${lines.join("\r\n")}\r\n\r\n`;
  };

  const pieces: Buffer[] = [];
  const add = (text: string) => pieces.push(Buffer.from(text, "latin1"));
  if (oneIn(10)) add(pick(["preamble\r\n", ...junk]));
  for (let parts = oneIn(30) ? 40 : below(6); parts > 0; parts--) {
    add(`--${mark}\r\n${head()}`);
    if (oneIn(12)) {
      add(`--inner\r\n${head()}`);
      pieces.push(content());
      add("\r\n--inner--\r\n");
    } else pieces.push(content());
    add("\r\n");
  }
  add(`--${mark}--${oneIn(5) ? "" : "\r\n"}`);
  if (oneIn(10)) add(pick(["epilogue", ...junk]));

  let body: Buffer = Buffer.concat(pieces);
  if (oneIn(2)) {
    const damage = below(4);
    const at = below(body.length);
    if (damage === 0) body = body.subarray(0, at);
    else if (damage === 1) body = Buffer.concat([body.subarray(0, at), body.subarray(at + below(40))]);
    else if (damage === 2) body[at] = below(256);
    else body = Buffer.concat([body.subarray(0, at), Buffer.from(pick(junk), "latin1"), body.subarray(at)]);
  }
  const chunks: Buffer[] = [];
  const size = pick([1 + below(3), 1 + below(100), 1 + below(5_000), 65_536]);
  for (let at = 0; at < body.length; at += Math.max(size, Math.ceil(body.length / 80))) {
    chunks.push(body.subarray(at, at + Math.max(size, Math.ceil(body.length / 80))));
  }
  return { contentType: contentTypeOf(boundary, pick, oneIn), body, chunks };
}

function contentTypeOf(
  boundary: string,
  pick: <T>(list: readonly T[]) => T,
  oneIn: (times: number) => boolean,
): string {
  if (!oneIn(25)) return `multipart/form-data; boundary=${boundary}`;
  return pick([
    "multipart/form-data",
    "multipart/form-data; boundary=",
    'multipart/form-data; boundary="',
    "multipart/mixed; boundary=X",
    "application/x-www-form-urlencoded",
    "text/plain",
    `multipart/form-data; charset=utf-7; boundary=${boundary}`,
    `multipart/form-data; boundary=${boundary}; boundary=Y`,
    "multipart/form-data boundary=X",
  ]);
}
