import { z } from "zod";
import {
  fieldMessage,
  hasVisibleCharacter,
  typedLines,
  typedText,
} from "~/features/base/form-fields/typed-text";
import { isFreeChosen, parsePrice } from "~/features/base/money/price";
import { descriptionMaxLength, titleMaxLength } from "~/features/videos/lesson-files/chapters";
import { languageFields } from "~/features/videos/listing/spoken-language";
import { topicSlugs } from "~/features/videos/listing/topic";
import { parseYoutubeId, youtubeLinkMaxLength } from "~/features/videos/listing/youtube-link";
import { previewFields } from "~/features/videos/media/preview-fields";
import { removeAccents } from "~/i18n/accents";

const missing = fieldMessage("videos.fillAll");
const needed = typedText(missing).refine(hasVisibleCharacter, missing);

const priceField = needed.transform((typed, context) => {
  const price = parsePrice(typed);
  if (price.ok) return price.cents;
  context.issues.push({ code: "custom", input: typed, message: fieldMessage(price.error) });
  return z.NEVER;
});

/** The choice "Grátis" makes the price 0, which no typed one can be. */
export function priced<Form extends z.ZodType>(form: Form) {
  return z.preprocess(
    (fields: Record<string, unknown>) => (isFreeChosen(fields) ? { ...fields, price: 0 } : fields),
    form,
  );
}

/** In cents: 0 if `priced` read the choice, else as typed. */
const priceOrFree = z.unknown().transform((typed, context) => {
  if (typed === 0) return 0;
  const price = priceField.safeParse(typed);
  if (price.success) return price.data;
  for (const { message } of price.error.issues)
    context.issues.push({ code: "custom", input: typed, message });
  return z.NEVER;
});

const topicField = z
  .string()
  .default("")
  .transform((slug, context) => {
    const known = topicSlugs.find((topic) => topic === slug);
    if (known || slug === "") return known ?? null;
    context.issues.push({ code: "custom", input: slug, message: fieldMessage("videos.topicUnknown") });
    return z.NEVER;
  });

export const described = {
  title: needed.max(titleMaxLength, fieldMessage("videos.titleTooLong")),
  description: typedLines(missing)
    .refine(hasVisibleCharacter, missing)
    .max(descriptionMaxLength, fieldMessage("videos.descriptionTooLong")),
  price: priceOrFree,
  topic: topicField,
  ...languageFields,
};

const youtubeField = z
  .string()
  .max(youtubeLinkMaxLength, fieldMessage("videos.youtubeInvalid"))
  .default("")
  .transform((link, context) => {
    const id = parseYoutubeId(link);
    if (id) return id;
    context.issues.push({ code: "custom", input: link, message: fieldMessage("videos.youtubeInvalid") });
    return z.NEVER;
  });

/** product.md, Validation. A YouTube link is given as its video id. */
export const uploadForm = priced(
  z.discriminatedUnion(
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
  ),
);

export type UploadForm = z.output<typeof uploadForm>;

/** How cameras and messengers begin a file's name; a number of three digits or more follows. */
const cameraPrefix =
  /^(?:vid|img|mov|mvi|dsc|dji|gop|pxl|screen ?recording|gravacao|whatsapp video)([ 0-9a-z]*)/i;

function isCameraName(name: string): boolean {
  return /^[0-9 ]+$/.test(name) || /[0-9]{3}/.test(cameraPrefix.exec(name)?.[1] ?? "");
}

export function titleFromFile(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z0-9]{2,4}$/i, "")
    .replace(/[_.\s-]+/g, " ")
    .trim();
  const plain = removeAccents(words);
  if (words === "" || isCameraName(plain)) return "";
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, titleMaxLength).trim();
}
