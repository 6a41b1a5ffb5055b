import { checkChosenFile } from "~/features/base/files/accepted-files";
import { hasVisibleCharacter } from "~/features/base/form-fields/typed-text";
import { parsePrice, pricingField } from "~/features/base/money/price";
import { parseYoutubeId } from "~/features/videos/listing/youtube-link";
import type { MessageKey } from "~/i18n/message-key";

/** A chosen file in the browser: its length in bytes, and its type by extension. */
interface ChosenFile {
  size: number;
  type: string;
}

export interface FilledForm {
  source: "file" | "youtube";
  title: string;
  description: string;
  price: string;
  /** Whether it is offered for nothing. */
  isFree: boolean;
  youtubeUrl: string;
  video: ChosenFile | undefined;
  thumbnail: ChosenFile | undefined;
  /** Whether a drawing of the cover maker is chosen, or the draft has a picture, in place of a thumbnail. */
  hasCover: boolean;
  /** Whether the video is on its way, or at the server, already. */
  hasFile: boolean;
}

export type UploadProblems = Partial<
  Record<Exclude<keyof FilledForm, "hasCover" | "hasFile" | "isFree">, MessageKey>
>;

/**
 * Returns what the upload form has. `hasFile`: the file is on its way, or at the server. `hasPicture`: the draft has a
 * picture.
 */
export function readFilledForm(
  data: FormData,
  { hasFile, hasPicture }: { hasFile: boolean; hasPicture: boolean },
): FilledForm {
  const text = (name: string) => String(data.get(name) ?? "");
  const file = (name: string) => {
    const value = data.get(name);
    return value instanceof File && value.name !== "" ? value : undefined;
  };
  return {
    source: text("source") === "youtube" ? "youtube" : "file",
    title: text("title"),
    description: text("description"),
    price: text("price"),
    isFree: text(pricingField) === "free",
    youtubeUrl: text("youtubeUrl"),
    video: file("video"),
    thumbnail: file("thumbnail"),
    hasCover: text("coverDrawing") !== "" || (hasPicture && text("dropThumbnail") === ""),
    hasFile,
  };
}

/**
 * Checks the upload form in the browser before it is sent (product.md, Validation), so that an invalid price costs no
 * upload of 500 MB. The server checks again and decides. Returns a message by field, in the order of the form; empty
 * if the form may be sent.
 */
export function checkUpload(form: FilledForm): UploadProblems {
  const problems: UploadProblems = {};
  for (const field of ["title", "description", "price"] as const) {
    if (field === "price" && form.isFree) continue;
    if (!hasVisibleCharacter(form[field])) problems[field] = "videos.fillAll";
  }
  const price = parsePrice(form.price);
  if (!price.ok && !form.isFree) problems.price ??= price.error;
  const thumbnail = form.thumbnail
    ? checkChosenFile("thumbnail", form.thumbnail)
    : form.source === "file" && !form.hasCover && ("videos.thumbnailMissing" as const);
  if (thumbnail) problems.thumbnail = thumbnail;
  if (form.source === "youtube") {
    if (!parseYoutubeId(form.youtubeUrl)) problems.youtubeUrl = "videos.youtubeInvalid";
    return problems;
  }
  if (form.hasFile) return problems;
  const video = form.video ? checkChosenFile("video", form.video) : ("videos.videoMissing" as const);
  if (video) problems.video = video;
  return problems;
}
