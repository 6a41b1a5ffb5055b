import { z } from "zod";
import type { Clock } from "~/integrations/clock";
import { missingError, paramError } from "./api-error";
import type { FileContents } from "./file-contents";
import { newId } from "./ids";
import type { UploadedFile } from "./money-shapes";
import type { Store } from "./state";

/** https://docs.stripe.com/file-upload */
const maxBytes = 5 * 1024 * 1024;

/** Of the files of one answer together: https://docs.stripe.com/disputes/responding */
export const answerMaxBytes = 4.5 * 1024 * 1024;

/** From `readUpload`: https://docs.stripe.com/api/files/create */
export const fileParams = z.strictObject({
  purpose: z.literal("dispute_evidence"),
  file: z.strictObject({ name: z.string().min(1), size: z.string(), head: z.string(), digest: z.string() }),
});

/** First bytes as hexadecimal digits. */
const signatures = { pdf: "255044462d", jpg: "ffd8ff", png: "89504e470d0a1a0a" } as const;

export interface FileDesk {
  /** Throws ApiError for a file of another type, an empty one, or one of more than 5 MB. */
  store(upload: z.output<typeof fileParams>): UploadedFile;
  require(id: string, param: string): UploadedFile;
  read(id: string): Buffer;
}

interface FileDeskOptions {
  store: Store;
  contents: FileContents;
  clock: Clock;
}

export function createFileDesk({ store, contents, clock }: FileDeskOptions): FileDesk {
  const { files } = store.state;
  const require = (id: string, param: string) => {
    const file = Object.hasOwn(files, id) ? files[id] : undefined;
    if (!file) throw missingError(param, "file", id);
    return file;
  };
  return {
    require,
    read(id) {
      const bytes = contents.find(require(id, "id").digest);
      if (!bytes) throw missingError("id", "file", id);
      return bytes;
    },
    store({ purpose, file }) {
      const size = Number(file.size);
      const type = (Object.keys(signatures) as (keyof typeof signatures)[]).find((name) =>
        file.head.startsWith(signatures[name]),
      );
      if (!type || size === 0)
        throw paramError("file", undefined, "Files for evidence are PDF, JPEG or PNG.");
      if (size > maxBytes) throw paramError("file", "file_too_large", "The file is larger than 5 MB.");
      const created = Math.floor(clock().getTime() / 1000);
      const stored = {
        id: newId("file_"),
        created,
        filename: file.name,
        purpose,
        size,
        type,
        digest: file.digest,
      };
      files[stored.id] = stored;
      store.save();
      return stored;
    },
  };
}

export function fileObject({ digest: _, ...file }: UploadedFile) {
  return { ...file, object: "file", expires_at: null, title: null, url: null };
}
