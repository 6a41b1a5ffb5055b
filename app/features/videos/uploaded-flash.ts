import type { MessageKey } from "~/i18n/message-key";

interface UploadedFlash {
  tone: "success" | "error";
  title: MessageKey;
  description?: MessageKey;
}

/** Says on the next page what became of an upload; `stream` is how far the streaming service is, where it has the file. */
export function flashOf(stream: "processing" | "ready" | "failed" | undefined): UploadedFlash {
  if (stream === "failed") return { tone: "error", title: "videos.uploadedFailed" };
  const flash = { tone: "success", title: "videos.uploaded" } as const;
  return stream === "processing" ? { ...flash, description: "videos.uploadedProcessing" } : flash;
}
