import { z } from "zod";
import { topicSlugs } from "~/features/catalog/topic";
import { fieldMessage, typedText } from "~/features/fields/typed-text";
import { hasVisibleCharacter } from "~/features/fields/visible-character";
import { parsePrice } from "~/features/money/price";
import { previewFields } from "~/features/previews/preview-fields";
import { languageFields } from "~/features/sales-page/language-fields";
import { parseYoutubeId } from "./youtube-link";

/** A form sends a line break as CR LF (HTML, "Multipart form data"); its field counted one sign, and so do we. */
const withPlainLineBreaks = (text: string) => text.replace(/\r\n?/g, "\n");

const needed = typedText(fieldMessage("videos.fillAll"))
  .overwrite(withPlainLineBreaks)
  .refine(hasVisibleCharacter, fieldMessage("videos.fillAll"));

const priceField = needed.transform((typed, context) => {
  const price = parsePrice(typed);
  if (price.ok) return price.cents;
  context.issues.push({ code: "custom", input: typed, message: fieldMessage(price.error) });
  return z.NEVER;
});

/** A topic is chosen from a list, or not at all. */
const topicField = z
  .string()
  .default("")
  .transform((slug, context) => {
    const known = topicSlugs.find((topic) => topic === slug);
    if (known || slug === "") return known ?? null;
    context.issues.push({ code: "custom", input: slug, message: fieldMessage("videos.topicUnknown") });
    return z.NEVER;
  });

/** The fields that describe a video, for uploading and editing. */
export const described = {
  title: needed.max(200, fieldMessage("videos.titleTooLong")),
  description: needed.max(5000, fieldMessage("videos.descriptionTooLong")),
  price: priceField,
  topic: topicField,
  ...languageFields,
};

const youtubeField = z
  .string()
  .default("")
  .transform((link, context) => {
    const id = parseYoutubeId(link);
    if (id) return id;
    context.issues.push({ code: "custom", input: link, message: fieldMessage("videos.youtubeInvalid") });
    return z.NEVER;
  });

/** The text fields of the upload form (product.md, Validation). A YouTube link is given as its video id. */
export const uploadForm = z.discriminatedUnion(
  "source",
  [
    z.object({ source: z.literal("file"), ...described, ...previewFields }),
    z
      .object({ source: z.literal("youtube"), ...described, ...previewFields, youtubeUrl: youtubeField })
      .refine(({ trailerUrl, youtubeUrl }) => trailerUrl !== youtubeUrl, {
        path: ["trailerUrl"],
        error: fieldMessage("previews.trailerSame"),
      }),
  ],
  { error: fieldMessage("videos.sourceUnknown") },
);

export type UploadForm = z.output<typeof uploadForm>;
