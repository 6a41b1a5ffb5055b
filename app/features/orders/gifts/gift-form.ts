import { z } from "zod";
import { emailField } from "~/features/base/accounts/account-forms";
import { fieldMessage, lines } from "~/features/base/form-fields/typed-text";
import { type Day, dayMs, parseDay, startOfDay } from "~/features/base/money/days";
import { plainCode } from "~/ui/forms/plain-code";
import { giftMessageLength } from "./gift-rules";

/** How far ahead a gift can be sent, in days. */
const giftDaysAhead = 365;

/** The hour in São Paulo at which a gift is sent on its day. */
const sendHour = 9;

/**
 * Returns when a gift is sent that was given a day: at 9 o'clock of that day, or null for at once if that is past.
 * Returns undefined if the day lies too far ahead.
 */
export function decideGiftSending(day: Day, now: Date): Date | null | undefined {
  const sendAt = startOfDay(day, sendHour);
  if (sendAt.getTime() > now.getTime() + giftDaysAhead * dayMs) return undefined;
  return sendAt > now ? sendAt : null;
}

/** Reads a day; null if it is empty or today or before, when the gift is sent at once. */
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

/** The form of a gift: recipient, day of sending, and message. */
export function giftForm(now: Date) {
  return z.object({ email: emailField, day: dayField(now), message: messageField });
}
