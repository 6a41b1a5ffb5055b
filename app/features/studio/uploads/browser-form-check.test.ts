import { describe, expect, it } from "vitest";
import { checkUpload, type FilledForm, readFilledForm } from "./browser-form-check";

const whole: FilledForm = {
  source: "file",
  title: "Violão",
  description: "Quatro acordes",
  price: "49,90",
  isFree: false,
  youtubeUrl: "",
  video: { size: 524_288_000, type: "video/mp4" },
  thumbnail: { size: 5_242_880, type: "image/png" },
  hasCover: false,
  hasFile: false,
};

describe("checkUpload", () => {
  it("accepts a complete form", () => {
    expect(checkUpload(whole)).toEqual({});
    expect(
      checkUpload({
        ...whole,
        source: "youtube",
        youtubeUrl: "https://youtu.be/dQw4w9WgXcQ",
        video: undefined,
        thumbnail: undefined,
      }),
    ).toEqual({});
  });

  it("lists everything that is missing, in the form's order", () => {
    const empty = {
      ...whole,
      title: " ",
      description: "",
      price: "",
      video: undefined,
      thumbnail: undefined,
    };
    expect(Object.entries(checkUpload(empty))).toEqual([
      ["title", "videos.fillAll"],
      ["description", "videos.fillAll"],
      ["price", "videos.fillAll"],
      ["thumbnail", "videos.thumbnailMissing"],
      ["video", "videos.videoMissing"],
    ]);
  });

  it("rejects what the server rejects", () => {
    expect(checkUpload({ ...whole, title: "\u200b", description: "\u3164" })).toEqual({
      title: "videos.fillAll",
      description: "videos.fillAll",
    });
    expect(checkUpload({ ...whole, price: "quarenta" })).toEqual({ price: "videos.priceInvalid" });
    expect(checkUpload({ ...whole, price: "0,49" })).toEqual({ price: "videos.priceTooLow" });
    for (const price of ["", "quarenta", "0"])
      expect(checkUpload({ ...whole, price, isFree: true })).toEqual({});
    expect(checkUpload({ ...whole, video: { size: 524_288_001, type: "video/mp4" } })).toEqual({
      video: "videos.videoTooLarge",
    });
    expect(checkUpload({ ...whole, thumbnail: { size: 1, type: "image/gif" } })).toEqual({
      thumbnail: "videos.thumbnailFormat",
    });
    expect(checkUpload({ ...whole, source: "youtube", youtubeUrl: "https://example.com/x" })).toEqual({
      youtubeUrl: "videos.youtubeInvalid",
    });
  });

  it("ignores the fields of the other source", () => {
    expect(checkUpload({ ...whole, youtubeUrl: "nada" })).toEqual({});
    expect(
      checkUpload({
        ...whole,
        source: "youtube",
        youtubeUrl: "https://youtu.be/dQw4w9WgXcQ",
        video: { size: 1, type: "text/plain" },
      }),
    ).toEqual({});
  });
});

it("a cover replaces a missing thumbnail, and a chosen file is still checked", () => {
  expect(checkUpload({ ...whole, thumbnail: undefined, hasCover: true })).toEqual({});
  expect(checkUpload({ ...whole, thumbnail: { size: 1, type: "image/gif" }, hasCover: true })).toEqual({
    thumbnail: "videos.thumbnailFormat",
  });
});

describe("readFilledForm", () => {
  const read = (fields: Record<string, string | File>, hasPicture = false) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    return readFilledForm(data, { hasFile: false, hasPicture });
  };

  it("ignores the nameless file that an empty field sends", () => {
    const form = read({ video: new File(["x"], "aula.mp4"), thumbnail: new File([], "") });
    expect([form.video?.size, form.thumbnail]).toEqual([1, undefined]);
  });

  it("has a cover by a drawing, or by the draft's picture unless that is dropped", () => {
    const hasCover = (fields: Record<string, string>, hasPicture?: boolean) =>
      read(fields, hasPicture).hasCover;
    expect([hasCover({ coverDrawing: "ipe" }), hasCover({}, true)]).toEqual([true, true]);
    expect([hasCover({}), hasCover({ dropThumbnail: "1" }, true)]).toEqual([false, false]);
  });

  it("is a file's form unless YouTube is chosen, and free only by choice", () => {
    expect(read({})).toMatchObject({ source: "file", isFree: false, title: "" });
    expect(read({ source: "youtube", pricing: "free" })).toMatchObject({ source: "youtube", isFree: true });
  });
});
