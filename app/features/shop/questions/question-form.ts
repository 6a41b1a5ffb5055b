import { z } from "zod";
import { lines } from "~/features/base/form-fields/typed-lines";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { reportReasonMaxLength } from "~/features/shop/reviews/review-lengths";
import { questionMaxLength } from "./question-limits";
import { parseTypedSecond } from "./typed-second";

const textField = (needed: "questions.questionNeeded" | "questions.answerNeeded") =>
  lines(questionMaxLength, fieldMessage("questions.tooLong")).refine(
    (text) => text !== "",
    fieldMessage(needed),
  );

/** A question, and the second of the video that it is about, if any. */
export const askForm = z.object({
  text: textField("questions.questionNeeded"),
  second: z
    .string()
    .default("")
    .transform((raw, context) => {
      const second = parseTypedSecond(raw);
      if (second !== undefined) return second;
      context.addIssue({ code: "custom", message: fieldMessage("questions.secondInvalid") });
      return z.NEVER;
    }),
});

export const answerForm = z.object({ text: textField("questions.answerNeeded") });

/** Why a question or an answer is reported: may be empty. */
export const questionReportForm = z.object({
  text: lines(reportReasonMaxLength, fieldMessage("questions.reasonTooLong")),
});

const intents = ["ask", "answer", "solve", "pin", "hide", "report"] as const;
export type QuestionIntent = (typeof intents)[number];

/** Reads what a form of questions asks for; undefined for anything else. */
export function parseQuestionIntent(raw: string | undefined): QuestionIntent | undefined {
  return intents.find((intent) => intent === raw);
}
