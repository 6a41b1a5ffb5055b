import type { MessageKey } from "~/i18n/message-key";
import { StorageError } from "~/integrations/storage/storage-error";
import { StreamingError } from "~/integrations/streaming/streaming";

/** A step that failed for no fault of the form's, with its text (product.md, Messages). */
export class PublishFailed extends Error {
  override readonly name = "PublishFailed";
  constructor(
    readonly step: MessageKey,
    cause: unknown,
  ) {
    super(step, { cause });
  }

  /** Why, as far as it helps the creator; the cause itself is for the log. */
  get reason(): MessageKey {
    if (this.cause instanceof RangeError) return "videos.reasonForm";
    if (this.cause instanceof StreamingError)
      return this.cause.kind === "refused" ? "videos.reasonRefused" : "videos.reasonStreamAway";
    if (this.cause instanceof StorageError)
      return this.cause.reason === "full" ? "videos.reasonFull" : "videos.reasonUnavailable";
    // Besides the store and the service, only the database has a part in publishing.
    return "creator.reasonDatabase";
  }
}

/** Names the step a failure belongs to. Only errors of the given kind are such a failure; others pass as they are. */
export function failAt(step: MessageKey, kind: new (...args: never[]) => Error = StorageError) {
  return (error: unknown): never => {
    throw error instanceof kind ? new PublishFailed(step, error) : error;
  };
}
