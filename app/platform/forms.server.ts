import type { ReadableStream } from "node:stream/web";
import type { z } from "zod";
import type { MessageKey } from "~/i18n/message-key";
import { secretFields } from "~/ui/secret-fields";

/** The most a plain form may weigh, in bytes: the longest description in any script, and room for the rest. */
const formMaxBytes = 64 * 1024;

/** How much more than allowed is waited for, in bytes, before the line is cut. */
const droppedMaxBytes = 16 * 1024 * 1024;

export type FieldErrors = Record<string, MessageKey>;

/** What a form that failed gives back to its page: messages by field, and what was typed, never secrets. */
export interface FormProblem {
  errors: FieldErrors;
  values: Record<string, string>;
}

/**
 * Reads a plain form, bounded. Takes a request with an urlencoded body.
 * Gives its text fields, the last of a repeated one; throws a 413 or 415 Response for what is no form of ours.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) throw new Response(null, { status: 415 });
  const text = await readText(request, formMaxBytes);
  // PostgreSQL text cannot hold NUL; nobody types one.
  return Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name, value.replaceAll("\0", "")]),
  );
}

/**
 * Reads a body as text; throws a 413 Response when it is longer than so many bytes. Of what is too much, some is
 * read and dropped: stopping at once would cut the line, and the answer would not reach a browser still sending.
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return (await readBytes(request, maxBytes)).toString("utf8");
}

/** Reads a body as it is, bounded as `readText` is: text would replace what is not UTF-8. */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (request.body as ReadableStream<Uint8Array> | null) ?? []) {
    bytes += chunk.byteLength;
    if (bytes <= maxBytes) chunks.push(chunk);
    else if (bytes > maxBytes + droppedMaxBytes) break;
  }
  if (bytes > maxBytes) throw new Response(null, { status: 413 });
  return Buffer.concat(chunks);
}

/**
 * Checks fields against a schema whose messages are catalogue keys.
 * Gives the typed value, or the first message of each field with what was typed.
 */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, string>,
): { ok: true; value: z.output<Schema> } | { ok: false; problem: FormProblem } {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { ok: true, value: parsed.data };
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? "form");
    errors[field] ??= issue.message as MessageKey;
  }
  return { ok: false, problem: problemWith(fields, errors) };
}

/** A problem found after the fields themselves were fine, such as an e-mail already taken. */
export function problemWith(fields: Record<string, string>, errors: FieldErrors): FormProblem {
  const values = Object.fromEntries(Object.entries(fields).filter(([name]) => !secretFields.has(name)));
  return { errors, values };
}
