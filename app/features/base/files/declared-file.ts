import { z } from "zod";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import type { MessageKey } from "~/i18n/message-key";
import { videoMaxBytes } from "./accepted-files";

/** In characters. */
const maxLength = 100;

/** Safe characters only (product.md, File names), 1 to 100, with the extension. Never trusted for the file's type. */
export function cleanFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? "";
  const cleaned = base.normalize("NFC").replace(/[^A-Za-z0-9._-]/g, "_");
  const visible = cleaned.replace(/^\.+/, "_");
  return visible.slice(-maxLength).replace(/^\.+/, "_") || "_";
}

/** `name`: cleaned. */
export function withoutEnding(name: string): string {
  return name.replace(/\.[A-Za-z0-9]{1,8}$/, "") || "_";
}

/** As the browser declares it; the content decides the type. */
const declaredFile = z.object({
  videoName: z.string().max(1_000, fieldMessage("videos.videoMissing")).default(""),
  videoBytes: z
    .string(fieldMessage("videos.videoMissing"))
    .regex(/^\d{1,15}$/, fieldMessage("videos.videoMissing"))
    .transform(Number)
    .pipe(
      z
        .number()
        .min(1, fieldMessage("videos.videoMissing"))
        .max(videoMaxBytes, fieldMessage("videos.videoTooLarge")),
    ),
  videoMark: z
    .string(fieldMessage("videos.videoMissing"))
    .regex(/^[A-Za-z0-9_.-]{1,100}$/, fieldMessage("videos.videoMissing")),
});

export type DeclaredFile = z.output<typeof declaredFile>;

/** Returns the message for the video's field if invalid. */
export function parseDeclaredFile(
  fields: Record<string, string>,
): { ok: true; file: DeclaredFile } | { ok: false; error: MessageKey } {
  const parsed = declaredFile.safeParse(fields);
  if (parsed.success) return { ok: true, file: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, error: (issue?.message as MessageKey | undefined) ?? "videos.videoMissing" };
}
