import { z } from "zod";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { parseYoutubeId, youtubeLinkMaxLength } from "~/features/videos/listing/youtube-link";
import type { MessageKey } from "~/i18n/message-key";
import { plainCode } from "~/ui/forms/plain-code";
import {
  outcomeMaxLength,
  outcomesMaxLength,
  outcomesMost,
  parseOutcomes,
  previewMaxSeconds,
} from "./preview-length";

const outcomesField = z
  .string()
  .max(outcomesMaxLength, fieldMessage("previews.outcomesTooMany"))
  .transform((typed, context) => {
    const outcomes = parseOutcomes(typed);
    const error =
      outcomes.length > outcomesMost
        ? fieldMessage("previews.outcomesTooMany")
        : outcomes.some((one) => one.length > outcomeMaxLength)
          ? fieldMessage("previews.outcomeTooLong")
          : undefined;
    if (!error) return outcomes;
    context.issues.push({ code: "custom", input: typed, message: error });
    return z.NEVER;
  })
  .optional();

/** An empty field is one that was not sent. */
function secondsField(max: number, message: MessageKey) {
  return z
    .string()
    .overwrite(plainCode)
    .transform((typed, context) => {
      if (typed === "") return undefined;
      const seconds = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN;
      if (seconds <= max) return seconds;
      context.issues.push({ code: "custom", input: typed, message });
      return z.NEVER;
    })
    .optional();
}

/** No upload is longer than a day. */
const startMost = 86_400;

const trailerUrlField = z
  .string()
  .max(youtubeLinkMaxLength, fieldMessage("videos.youtubeInvalid"))
  .overwrite(plainCode)
  .transform((typed, context) => {
    if (typed === "") return null;
    const id = parseYoutubeId(typed);
    if (id) return id;
    context.issues.push({ code: "custom", input: typed, message: fieldMessage("videos.youtubeInvalid") });
    return z.NEVER;
  })
  .optional();

/** Undefined if not sent. A trailer's link becomes its YouTube id, null if the field is empty. */
export const previewFields = {
  outcomes: outcomesField,
  previewSeconds: secondsField(previewMaxSeconds, fieldMessage("previews.secondsWrong")),
  previewStart: secondsField(startMost, fieldMessage("previews.startWrong")),
  trailerUrl: trailerUrlField,
};
