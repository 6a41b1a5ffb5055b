import type { MessageKey } from "~/i18n/message-key";

interface UploadedFlash {
  tone: "success" | "error";
  title: MessageKey;
  description?: MessageKey;
}

/**
 * Returns the message for the next page about an upload. `stream` is how far the streaming service is, where it has the
 * file; `thumbnailLater` whether the picture is still to come.
 */
export function flashOf(
  stream: "processing" | "ready" | "failed" | undefined,
  thumbnailLater = false,
): UploadedFlash {
  if (stream === "failed") return { tone: "error", title: "videos.uploadedFailed" };
  const flash = { tone: "success", title: "videos.uploaded" } as const;
  if (thumbnailLater) return { ...flash, description: "videos.thumbnailLater" };
  return stream === "processing" ? { ...flash, description: "videos.uploadedProcessing" } : flash;
}
