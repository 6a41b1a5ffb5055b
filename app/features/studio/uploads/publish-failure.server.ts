import type { MessageKey } from "~/i18n/message-key";
import { StorageError } from "~/integrations/storage/storage";
import { StreamingError } from "~/integrations/streaming/streaming";
import { isAccountErased } from "~/platform/account-erased";
import { isOutage } from "~/platform/outage.server";

/** A step that failed although the form was right, with its text (product.md, Messages). */
export class PublishFailed extends Error {
  override readonly name = "PublishFailed";
  constructor(
    readonly step: MessageKey,
    cause: unknown,
  ) {
    super(step, { cause });
  }

  /** Why, as far as it helps the creator. The cause itself is logged. */
  get reason(): MessageKey {
    if (this.cause instanceof StreamingError)
      return this.cause.kind === "refused" ? "videos.reasonRefused" : "videos.reasonStreamAway";
    if (this.cause instanceof StorageError)
      return this.cause.reason === "full" ? "videos.reasonFull" : "videos.reasonUnavailable";
    return isOutage(this.cause) ? "creator.reasonDatabase" : "videos.uploadUnknown";
  }
}

/**
 * Returns a handler that throws PublishFailed with the step for errors of the given class. Other errors, and that of an
 * erased account, are thrown unchanged.
 */
export function failAt(step: MessageKey, kind: new (...args: never[]) => Error = StorageError) {
  return (error: unknown): never => {
    throw error instanceof kind && !isAccountErased(error) ? new PublishFailed(step, error) : error;
  };
}
