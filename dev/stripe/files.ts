import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { missingError, paramError } from "./params";
import { type Account, findById, newId, type UploadedFile } from "./state";

/** https://docs.stripe.com/file-upload */
const maxBytes = 5 * 1024 * 1024;

/** Of the files of one answer together: https://docs.stripe.com/disputes/responding */
export const answerMaxBytes = 4.5 * 1024 * 1024;

/** From `readForm`: https://docs.stripe.com/api/files/create */
export const fileParams = z.strictObject({
  purpose: z.literal("dispute_evidence"),
  file: z.strictObject({ name: z.string().min(1), size: z.string(), head: z.string(), digest: z.string() }),
});

/** First bytes as hexadecimal digits. */
const signatures = { pdf: "255044462d", jpg: "ffd8ff", png: "89504e470d0a1a0a" } as const;
const headBytes = 16;

export type FileDesk = ReturnType<typeof createFileDesk>;

/** `folder`: outlives the process; without one contents are in memory. */
export function createFileDesk({ state: { files }, now, save }: Account, folder: string | undefined) {
  const kept = new Map<string, Buffer>();

  /** Returns the SHA-256. */
  function keep(bytes: Buffer): string {
    const digest = createHash("sha256").update(bytes).digest("hex");
    if (folder) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, digest), bytes, { mode: 0o600 });
    } else kept.set(digest, bytes);
    return digest;
  }

  function findContent(digest: string): Buffer | undefined {
    if (!folder) return kept.get(digest);
    const file = join(folder, digest);
    return digest !== "" && existsSync(file) ? readFileSync(file) : undefined;
  }

  function require(id: string, param: string): UploadedFile {
    const file = findById(files, id);
    if (!file) throw missingError(param, "file", id);
    return file;
  }

  return {
    /** A multipart form as parameters: name, size, first bytes and digest of each file. Undefined if malformed. */
    async readForm(body: Buffer, contentType: string): Promise<string | undefined> {
      const answer = new Response(new Uint8Array(body), { headers: { "content-type": contentType } });
      const form = await answer.formData().catch(() => undefined);
      if (!form) return undefined;
      const params = new URLSearchParams();
      for (const [name, value] of form) {
        if (typeof value === "string") {
          params.append(name, value);
          continue;
        }
        const bytes = Buffer.from(await value.arrayBuffer());
        params.append(`${name}[name]`, value.name);
        params.append(`${name}[size]`, String(bytes.length));
        params.append(`${name}[head]`, bytes.subarray(0, headBytes).toString("hex"));
        params.append(`${name}[digest]`, keep(bytes));
      }
      return params.toString();
    },
    require,
    read(id: string): Buffer {
      const bytes = findContent(require(id, "id").digest);
      if (!bytes) throw missingError("id", "file", id);
      return bytes;
    },
    /** Throws ApiError for a file of another type, an empty one, or one of more than 5 MB. */
    store({ purpose, file }: z.output<typeof fileParams>): UploadedFile {
      const size = Number(file.size);
      const type = (Object.keys(signatures) as (keyof typeof signatures)[]).find((name) =>
        file.head.startsWith(signatures[name]),
      );
      if (!type || size === 0)
        throw paramError("file", undefined, "Files for evidence are PDF, JPEG or PNG.");
      if (size > maxBytes) throw paramError("file", "file_too_large", "The file is larger than 5 MB.");
      const { name: filename, digest } = file;
      const stored = { id: newId("file_"), created: now(), filename, purpose, size, type, digest };
      files[stored.id] = stored;
      save();
      return stored;
    },
  };
}

export function fileObject({ digest: _, ...file }: UploadedFile) {
  return { ...file, object: "file", expires_at: null, title: null, url: null };
}
