import { describe, expect, test } from "vitest";
import { editForm } from "~/features/studio/own-videos/edit-video.server";
import { parseFields } from "~/platform/forms/forms.server";
import { titleFromFile, uploadForm } from "./upload-form";

const filled = { source: "file", title: "Violão", description: "Quatro acordes", price: "49,90" };
const parse = (changes: Record<string, string>) => parseFields(uploadForm, { ...filled, ...changes });

describe("line breaks in a description", () => {
  // A form sends each as two signs, CR LF (HTML, "Multipart form data"); the field counted it as one.
  const lines = (count: number) => Array.from({ length: count }, () => "a").join("\r\n");

  test("are counted as the field counts them, and stored as one character each", () => {
    const description = `${lines(2_500)}b`;
    expect(description.length).toBeGreaterThan(5_000);
    const form = parse({ description });
    expect(form).toMatchObject({ ok: true, value: { description: description.replaceAll("\r\n", "\n") } });
    const edited = parseFields(editForm, { ...filled, description });
    expect(edited).toMatchObject({ ok: true, value: { description: description.replaceAll("\r\n", "\n") } });
  });

  test("do not hide that the description is one character too long", () => {
    expect(parse({ description: `${lines(2_500)}bb` })).toMatchObject({
      ok: false,
      problem: { errors: { description: "videos.descriptionTooLong" } },
    });
  });
});

describe("the title and the description", () => {
  test.each([
    ["a zero-width space", "\u200b"],
    ["a Hangul filler, a letter by its class", "\u3164"],
    ["a blank Braille cell, a symbol by its class", "\u2800"],
    ["marks of direction among spaces", "\u200e \u200f"],
  ])("count as empty with %s", (_, nothing) => {
    expect(parse({ title: nothing, description: nothing })).toMatchObject({
      ok: false,
      problem: { errors: { title: "videos.fillAll", description: "videos.fillAll" } },
    });
  });

  test.each(["🎸", "…", "日本", "a\u200db", "❤\ufe0f", "é".repeat(200)])(
    "count as filled in with %s",
    (title) => {
      expect(parse({ title })).toMatchObject({ ok: true, value: { title } });
    },
  );
});

test.each(["", "49,90", "0", "quarenta"])("the price of a free video counts for nothing: %j", (price) => {
  for (const form of [uploadForm, editForm])
    expect(parseFields(form, { ...filled, price, pricing: "free" })).toMatchObject({
      ok: true,
      value: { price: 0 },
    });
});

test.each(["0", "0,00", "free", "grátis", ""])("%j as a price makes no video free", (price) => {
  for (const pricing of ["paid", "", "FREE"]) expect(parse({ price, pricing })).toMatchObject({ ok: false });
});

test("a YouTube link is parsed to the video's id, and any other link has an error", () => {
  const linked = (youtubeUrl: string) => parse({ source: "youtube", youtubeUrl });
  expect(linked("https://youtu.be/dQw4w9WgXcQ")).toMatchObject({
    ok: true,
    value: { youtubeUrl: "dQw4w9WgXcQ" },
  });
  expect(linked("https://vimeo.com/1")).toMatchObject({
    ok: false,
    problem: { errors: { youtubeUrl: "videos.youtubeInvalid" } },
  });
});

test.each([
  [{ source: "vimeo" }, { source: "videos.sourceUnknown" }],
  [{ title: "a".repeat(201) }, { title: "videos.titleTooLong" }],
  [{ price: "" }, { price: "videos.fillAll" }],
  [{ topic: "nothing" }, { topic: "videos.topicUnknown" }],
  [
    {
      source: "youtube",
      youtubeUrl: "https://youtu.be/dQw4w9WgXcQ",
      previewKind: "youtube",
      trailerUrl: "https://youtu.be/dQw4w9WgXcQ",
    },
    { trailerUrl: "previews.trailerSame" },
  ],
])("the invalid value %j has an error beside its field", (changes, errors) => {
  expect(parse(changes as Record<string, string>)).toMatchObject({ ok: false, problem: { errors } });
});

test.each([
  ["violão_quatro-acordes.mp4", "Violão quatro acordes"],
  ["Yoga em 15 minutos.MOV", "Yoga em 15 minutos"],
  ["aula.01.final.mp4", "Aula 01 final"],
  ["IMG_1234.MOV", ""],
  ["VID_20261125_140312.mp4", ""],
  ["20261125.mp4", ""],
  ["WhatsApp Video 2026-11-25 at 14.03.12.mp4", ""],
  ["DJI_0042.mp4", ""],
  ["Video aula de crochê.mp4", "Video aula de crochê"],
  [".mp4", ""],
  [`${"a".repeat(250)}.mp4`, `A${"a".repeat(199)}`],
])("the file %s suggests the title %j", (name, title) => expect(titleFromFile(name)).toBe(title));
