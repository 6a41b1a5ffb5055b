import { z } from "zod";
import { typedText } from "~/features/fields/typed-text";
import type { MessageKey } from "~/i18n/message-key";

const says = (key: MessageKey) => key;
const text = (max: number) =>
  typedText(says("common.required")).min(1, says("common.required")).max(max, says("accounts.tooLong"));

/** How a payout ended, as the administrator types it. */
export const paidForm = z.object({ bankReference: text(100) });
export const failedForm = z.object({ failure: text(500) });

/** Why the bank returned a payout that was confirmed. */
export const returnedForm = z.object({ returnReason: text(500) });
