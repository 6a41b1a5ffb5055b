import { z } from "zod";
import { emailField } from "~/features/base/accounts/account-forms";
import { fieldMessage, lines } from "~/features/base/form-fields/typed-text";
import { type Day, dayMs, parseDay, startOfDay } from "~/i18n/days";
import { plainCode } from "~/ui/forms/plain-code";
import { giftMessageLength } from "./gift-rules";

const giftDaysAhead = 365;

/** The hour in São Paulo at which a gift is sent on its day. */
const sendHour = 9;

/** Returns 9 o'clock of the day, null for at once if that is past, or undefined if the day is too far ahead. */
export function decideGiftSending(day: Day, now: Date): Date | null | undefined {
  const sendAt = startOfDay(day, sendHour);
  if (sendAt.getTime() > now.getTime() + giftDaysAhead * dayMs) return undefined;
  return sendAt > now ? sendAt : null;
}

function dayField(now: Date) {
  return z
    .string()
    .default("")
    .transform((typed, context) => {
      const text = plainCode(typed);
      if (text === "") return null;
      const day = parseDay(text);
      const sendAt = day === undefined ? undefined : decideGiftSending(day, now);
      if (sendAt === undefined) {
        context.addIssue({ code: "custom", message: fieldMessage("gifts.dayInvalid") });
        return z.NEVER;
      }
      return sendAt;
    });
}

const messageField = lines(giftMessageLength, fieldMessage("gifts.messageTooLong")).transform(
  (text) => text || null,
);

export function giftForm(now: Date) {
  return z.object({ email: emailField, day: dayField(now), message: messageField });
}
