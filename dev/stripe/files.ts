import { z } from "zod";
import type { Clock } from "~/integrations/clock";
import { missingError, paramError } from "./api-error";
import { newId } from "./ids";
import type { UploadedFile } from "./money-shapes";
import type { Store } from "./state";

/** Stripe's limit for evidence: https://docs.stripe.com/file-upload */
const maxBytes = 5 * 1024 * 1024;

/** An upload as the API gets it from `readUpload`: https://docs.stripe.com/api/files/create */
export const fileParams = z.strictObject({
  purpose: z.literal("dispute_evidence"),
  file: z.strictObject({ name: z.string().min(1), size: z.string(), head: z.string(), digest: z.string() }),
});

/** The first bytes of the accepted types, as hexadecimal digits. */
const signatures = { pdf: "255044462d", jpg: "ffd8ff", png: "89504e470d0a1a0a" } as const;

export interface FileDesk {
  /** @throws ApiError for a file of another type, an empty one, or one of more than 5 MB */
  store(upload: z.output<typeof fileParams>): UploadedFile;
  /** @throws ApiError for an unknown file */
  require(id: string, param: string): UploadedFile;
}

export function createFileDesk({ store, clock }: { store: Store; clock: Clock }): FileDesk {
  const { files } = store.state;
  return {
    store({ purpose, file }) {
      const size = Number(file.size);
      const type = (Object.keys(signatures) as (keyof typeof signatures)[]).find((name) =>
        file.head.startsWith(signatures[name]),
      );
      if (!type || size === 0)
        throw paramError("file", undefined, "Files for evidence are PDF, JPEG or PNG.");
      if (size > maxBytes) throw paramError("file", "file_too_large", "The file is larger than 5 MB.");
      const created = Math.floor(clock().getTime() / 1000);
      const stored = { id: newId("file_"), created, filename: file.name, purpose, size, type };
      files[stored.id] = stored;
      store.save();
      return stored;
    },
    require(id, param) {
      const file = Object.hasOwn(files, id) ? files[id] : undefined;
      if (!file) throw missingError(param, "file", id);
      return file;
    },
  };
}

export function fileObject(file: UploadedFile) {
  return { ...file, object: "file", expires_at: null, title: null, url: null };
}
