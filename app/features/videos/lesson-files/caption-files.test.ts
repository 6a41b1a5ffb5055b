import { describe, expect, test } from "vitest";
import { captionsMaxBytes, readCaptions, writeVtt } from "./caption-files";

const read = (text: string, seconds?: number) => readCaptions(new TextEncoder().encode(text), seconds);
const hello = { from: 1_000, to: 2_500, text: "Olá" };

test.each([
  ["VTT", "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nOlá\n"],
  ["VTT with a mark of byte order", "\ufeffWEBVTT\n\n00:01.000 --> 00:02.500\nOlá"],
  [
    "VTT with a header, notes, styles and settings",
    "WEBVTT - Aula\nKind: captions\n\nNOTE a --> b\n\nNOTE\nc\nd\n\nSTYLE\n::cue { color: red }\n\n7\n00:01.000 --> 00:02.500 align:start line:0\nOlá",
  ],
  ["VTT whose first cue follows the header", "WEBVTT\n00:01.000 --> 00:02.500\nOlá"],
  ["SRT", "1\n00:00:01,000 --> 00:00:02,500\nOlá\n\n"],
  ["SRT of Windows", "1\r\n00:00:01,000 --> 00:00:02,500\r\nOlá\r\n"],
  ["SRT of old Macs", "1\r0:0:1,0 --> 0:0:2,5\rOlá\r"],
  ["SRT without numbers", "00:00:01,000 --> 00:00:02,500\nOlá"],
  ["SRT with markup", '1\n00:00:01,000 --> 00:00:02,500\n{\\an8}<font color="#fff"><i>Olá</i></font>'],
  [
    "VTT with markup",
    "WEBVTT\n\n00:01.000 --> 00:02.500\n<v Ana><c.alto>Olá<00:00:02.000></c></v>\u0000\u0007",
  ],
])("a valid file of captions is parsed completely: %s", (_, text) =>
  expect(read(text, 60)).toEqual({ ok: true, cues: [hello], skipped: [] }),
);

test("a valid file of captions keeps line breaks and entities, and is ordered by time", () => {
  expect(
    read(
      "WEBVTT\n\n01:00:00.000 --> 01:00:01.000\nb\n\n00:01.000 --> 00:02.000\n- 1 &lt; 2 &amp; 3\n- a < b",
    ),
  ).toMatchObject({
    cues: [
      { from: 1_000, text: "- 1 < 2 & 3\n- a < b" },
      { from: 3_600_000, text: "b" },
    ],
  });
  expect(read("1\n00:00:01,000 --> 00:00:02,000\na &lt; b")).toMatchObject({
    cues: [{ text: "a &lt; b" }],
  });
});

test("a valid file of captions is parsed as two cues even if the empty line between them is missing", () => {
  expect(read("1\n00:00:01,000 --> 00:00:02,000\na\n2\n00:00:03,000 --> 00:00:04,000\nb\n")).toEqual({
    ok: true,
    cues: [
      { from: 1_000, to: 2_000, text: "a" },
      { from: 3_000, to: 4_000, text: "b" },
    ],
    skipped: [],
  });
});

describe("an invalid cue", () => {
  const right = "00:00:01.000 --> 00:00:02.500\nOlá\n";
  test.each([
    ["without times", "só texto\nmais", "noTime", 0],
    ["malformed times", "00:00:61.000 --> 00:01:02.000\na", "badTime", 0],
    ["an end that is missing", "00:00:01.000 -->\na", "badTime", 0],
    ["an end before its beginning", "00:00:05.000 --> 00:00:04.000\na", "endsBeforeStart", 0],
    ["an end at its beginning", "00:00:05.000 --> 00:00:05.000\na", "endsBeforeStart", 0],
    ["a beginning after the end of the video", "00:01:00.000 --> 00:01:02.000\na", "beyondEnd", 0],
    ["no text", "7\n00:00:05.000 --> 00:00:06.000\n", "noText", 1],
    ["nothing but markup", "00:00:05.000 --> 00:00:06.000\n<i></i>", "noText", 0],
    ["more than 500 characters", `00:00:05.000 --> 00:00:06.000\n${"a".repeat(501)}`, "textTooLong", 0],
  ])("is named by its line, and the others are kept: %s", (_, block, problem, below) => {
    expect(read(`WEBVTT\n\n${right}\n${block}\n\n${right}`, 60)).toEqual({
      ok: true,
      cues: [hello, hello],
      skipped: [{ line: 6 + below, problem }],
    });
  });
});

test("a file of captions is refused if it has more than 5,000 cues", () => {
  const cue = "00:01.000 --> 00:02.000\na\n\n";
  expect(read(`WEBVTT\n\n${cue.repeat(5_000)}`)).toMatchObject({ ok: true });
  expect(read(`WEBVTT\n\n${cue.repeat(5_001)}`)).toEqual({ ok: false, error: "tooManyCues" });
});

test("a file of captions is refused if it has no valid cue", () => {
  expect(read("")).toEqual({ ok: false, error: "noCues", skipped: [] });
  expect(read("WEBVTT\n\n00:02.000 --> 00:01.000\na")).toEqual({
    ok: false,
    error: "noCues",
    skipped: [{ line: 3, problem: "endsBeforeStart" }],
  });
});

test("cues that are written and parsed again are unchanged", () => {
  const cues = [
    { from: 0, to: 1, text: "<b>&amp;</b> --> {\\an8}\n- ok" },
    { from: 3_723_004, to: 360_000_000, text: "b" },
  ];
  expect(writeVtt(cues)).toBe(
    "WEBVTT\n\n00:00:00.000 --> 00:00:00.001\n&lt;b&gt;&amp;amp;&lt;/b&gt; --&gt; {\\an8}\n- ok\n\n" +
      "01:02:03.004 --> 100:00:00.000\nb\n",
  );
  expect(read(writeVtt([{ from: 5, to: 6, text: "a > b\n1 < 2 & 3" }]))).toMatchObject({
    cues: [{ from: 5, to: 6, text: "a > b\n1 < 2 & 3" }],
  });
});

test.each([
  ["one line without end", "a".repeat(captionsMaxBytes)],
  ["brackets that never close", "1\n00:00:01,000 --> 00:00:02,000\n".concat("<a".repeat(400_000))],
  ["braces that never close", "1\n00:00:01,000 --> 00:00:02,000\n".concat("{\\".repeat(400_000))],
  ["arrows", "-->\n".repeat(200_000)],
])("%s is parsed in linear time", (_, text) => {
  expect(read(text).ok).toBe(false);
});

const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;
const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;
const textsOf = (bytes: Uint8Array) => {
  const captions = readCaptions(bytes);
  return captions.ok ? captions.cues.map(({ text }) => text) : [];
};

test.each([
  ["UTF-8", Buffer.from(srt("Ação – “oi”"))],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${srt("Ação – “oi”")}`)],
  ["Windows-1252", Buffer.from(srt("A\u00e7\u00e3o \u0096 \u0093oi\u0094"), "latin1")],
  ["UTF-16, little-endian", Buffer.from(`\ufeff${srt("Ação – “oi”")}`, "utf16le")],
  ["UTF-16, big-endian", Buffer.from(`\ufeff${srt("Ação – “oi”")}`, "utf16le").swap16()],
])("a file of captions in %s is decoded", (_, bytes) => expect(textsOf(bytes)).toEqual(["Ação – “oi”"]));

test.each([
  ["se x<5 e y>2 então", "se x<5 e y>2 então"],
  ["use <br> e <div class='a'>", "use <br> e <div class='a'>"],
  ["<I>a</I> <font color='red'>b</font> <s>c</s><u>d</u><B>e</B>", "a b cde"],
  ["{\\an8}{\\i1}a{b}", "a{b}"],
  ["<v Ana>a</v> &amp; &lt;", "<v Ana>a</v> &amp; &lt;"],
  ["a --> b", "a --> b"],
  ["    return 1", "    return 1"],
  ["a\u202Eb\u2066c", "abc"],
])("the text %j of SRT is %j", (text, read) => expect(textsOf(Buffer.from(srt(text)))).toEqual([read]));

test.each([
  ["se x<5 e y>2 então", "se x<5 e y>2 então"],
  ["<v.alto Ana>a</v><c>b</c><00:00:01.500><lang pt>c</lang><ruby>d<rt>e</rt></ruby>", "abcde"],
  ["<font>a</font> {\\an8}", "<font>a</font> {\\an8}"],
  ["S&atilde;o &#233; &#xE7; &quot; &nbsp;&foo;", 'São é ç " \u00a0&foo;'],
  ["&amp;lt;", "&lt;"],
  ["a\u202Eb&#x202E;c", "abc"],
])("the text %j of VTT is %j, and the served file says the same", (text, read) => {
  const captions = readCaptions(Buffer.from(vtt(text)));
  expect(captions).toMatchObject({ ok: true, cues: [{ text: read }] });
  if (captions.ok) expect(textsOf(Buffer.from(writeVtt(captions.cues)))).toEqual([read]);
});

/**
 * The cases of the file parsing tests of WebVTT in the browsers' shared test suite. `browsers`: what they require, if
 * it differs.
 */
describe("file parsing of WebVTT", () => {
  const at = "00:00:00.000 --> 00:00:01.000";
  const cue = (times: string) => `${times}\nx\n\n`;
  const accepted = (times: string) => textsOf(Buffer.from(`WEBVTT\n\n${cue(times)}`)).length === 1;

  test.each([
    [
      "arrows that are no times end a cue",
      `-->\n${at}\na\nb-->\n${at}\nc\n-->-->\n${at}\nd\n${at}\ne`,
      ["a", "c", "d", "e"],
    ],
    [
      "identifiers",
      ` l\n${at}\na\n\nt \n${at}\nb\n\n-- >\n${at}\nc\n\n->\n${at}\nd\n\n \n${at}\ne`,
      ["a", "b", "c", "d", "e"],
    ],
    [
      "line ends",
      `cr\r${at}\ra\r\rlf\n${at}\nb\n\ncrlf\r\n${at}\r\nc\r\n\r\nlfcr\n\r${at}\n\rd`,
      ["a", "b", "c"],
    ],
    ["a line of spaces belongs to its cue", `${at}\na\n \nb`, ["a\nb"]],
  ])("%s", (_, text, read) => expect(textsOf(Buffer.from(`WEBVTT\n\n${text}`))).toEqual(read));

  test.each([
    ["0:00:00.000 --> 00:00:01.000"],
    ["00:00:00.000 --> 0:00:01.000"],
    ["000:00:00.000 --> 00:00:01.000"],
    ["00:00.000 --> 00:00:01.000"],
    ["00:00:00.000 --> 00:01.000"],
    ["\t00:00:00.000\t-->  00:00:01.000 "],
    ["00:00:00.000-->00:00:01.000"],
  ])("accepts %j, as browsers do", (times) => expect(accepted(times)).toBe(true));

  test.each([
    ["0000:00.000 --> 00:00:01.000"],
    ["00:00000 --> 00:01.000"],
    ["00:00:00 --> 00:00:01.000"],
    ["00:00:00.0000 --> 00:00:01.000"],
    ["00::00:00.000 --> 00:00:01.000"],
    ["00:000:00.000 --> 00:00:01.000"],
    ["00:00:00..000 --> 00:00:01.000"],
    ["000:00.000 --> 00:01.000"],
    [". --> 00:01.000"],
    [" --> 00:00:01.000"],
  ])("refuses %j, as browsers do", (times) => expect(accepted(times)).toBe(false));

  // Programs write VTT with the short times of SRT: leaving a cue out would lose its text.
  test.each([
    ["00:0:00.000 --> 00:00:01.000"],
    ["00:00:0.000 --> 00:00:01.000"],
    ["00:00:00.00 --> 00:00:01.000"],
    ["0:00.000 --> 00:01.000"],
    ["00:00:00,000 --> 00:00:01.000"],
    ["00:00:00.000\u000b-->\u000b00:00:01.000"],
  ])("accepts %j, which browsers refuse", (times) => expect(accepted(times)).toBe(true));

  test("drops U+0000, which browsers show as U+FFFD, and a cue that ends before it begins, which no player shows", () => {
    expect(textsOf(Buffer.from(vtt("a\0b")))).toEqual(["ab"]);
    expect(accepted("00:00:01.000 --> 00:00:00.999")).toBe(false);
  });
});
