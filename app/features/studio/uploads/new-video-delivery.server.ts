import type { Streaming } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services";

/**
 * Returns the streaming service if it delivers new videos, undefined if the file store does. Each video keeps its own
 * delivery, so this may change at any time.
 */
export function deliveryOfNew({
  env,
  streaming,
}: Pick<Services, "env" | "streaming">): Streaming | undefined {
  return env.CLOUDFLARE_STREAM_UPLOADS === "on" ? streaming : undefined;
}
