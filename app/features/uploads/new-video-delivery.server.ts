import type { Streaming } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services";

/**
 * Decides where a new video goes: to the streaming service, or, undefined, to the file store. What is published
 * remembers its own delivery, so this may change from one day to the next.
 */
export function deliveryOfNew({
  env,
  streaming,
}: Pick<Services, "env" | "streaming">): Streaming | undefined {
  return env.CLOUDFLARE_STREAM_UPLOADS === "on" ? streaming : undefined;
}
