import type { ReadableStream } from "node:stream/web";
import { type AppLoadContext, data } from "@remix-run/node";
import type { z } from "zod";
import type { MessageKey } from "~/i18n/message-key";
import { secretFields } from "~/ui/forms/secret-fields";
import { goTo, localizeTarget } from "../responses.server";
import { noteSecurity } from "../security-events";
import type { Flash } from "../session/cookies.server";
import { trimInvisible } from "./trim-ends";

/** Maximum characters of a field whose schema declares no maximum: a number, code, date or choice. */
const shortFieldMaxLength = 200;

/** The properties of zod's definitions that are read here. */
interface Definition {
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  options?: z.core.$ZodType[];
}

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition;

/** Returns the maximum characters of each field of a form, as its schema declares it (`.max`). */
function listFieldLimits(schema: z.core.$ZodType): ReadonlyMap<string, number> {
  const known = limitsOfForms.get(schema);
  if (known) return known;
  const limits = new Map<string, number>();
  for (const form of listParts(schema)) {
    for (const [name, field] of Object.entries(definitionOf(form).shape ?? {})) {
      const declared = listParts(field).flatMap((part) => (part as Partial<z.ZodString>).maxLength ?? []);
      const max = declared.length > 0 ? Math.max(...declared) : shortFieldMaxLength;
      limits.set(name, Math.max(limits.get(name) ?? 0, max));
    }
  }
  limitsOfForms.set(schema, limits);
  return limits;
}

const limitsOfForms = new WeakMap<z.core.$ZodType, ReadonlyMap<string, number>>();

/** Returns a schema and those that it wraps: of an optional field, a transformed field or a union. */
function listParts(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { innerType, in: before, out: after, options = [] } = definitionOf(schema);
  const wrapped = [innerType, before, after, ...options].filter((part) => part !== undefined);
  return [schema, ...wrapped.flatMap(listParts)];
}

/** Maximum size of a plain form in bytes: the longest description in any script, and room for the rest. */
const formMaxBytes = 64 * 1024;

/** Bytes read and dropped beyond the limit before the connection is closed. */
const droppedMaxBytes = 16 * 1024 * 1024;

export type FieldErrors = Record<string, MessageKey>;

export interface FormProblem {
  errors: FieldErrors;
  values: Record<string, string>;
  /** Values for the gaps of the messages. */
  gaps?: Record<string, string> | undefined;
}

/**
 * Returns the text fields of an urlencoded form; the last value of a repeated field wins. Throws a 413 or 415
 * Response.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  return Object.fromEntries(await readPairs(request));
}

/**
 * As `readForm`, with every value of the fields that a form repeats, in the order of the form. `maxBytes`: of the form.
 */
export async function readRepeatedForm(
  request: Request,
  maxBytes = formMaxBytes,
): Promise<{ fields: Record<string, string>; listOf: (name: string) => string[] }> {
  const pairs = await readPairs(request, maxBytes);
  return {
    fields: Object.fromEntries(pairs),
    listOf: (name) => pairs.filter(([known]) => known === name).map(([, value]) => value),
  };
}

async function readPairs(request: Request, maxBytes = formMaxBytes): Promise<[string, string][]> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) throw new Response(null, { status: 415 });
  const text = await readText(request, maxBytes);
  return [...new URLSearchParams(text)].map(([name, value]) => [name, cleanField(name, value)]);
}

/**
 * Returns a field's value as every form is read: without NUL, which PostgreSQL text cannot hold, and without invisible
 * characters at its ends unless it is a secret.
 */
export function cleanField(name: string, value: string): string {
  const text = value.replaceAll("\0", "");
  return secretFields.has(name) ? text : trimInvisible(text);
}

/**
 * Returns the body as text. Throws a 413 Response beyond `maxBytes`, after dropping some more: a browser that is
 * still sending would not read the response.
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return (await readBytes(request, maxBytes)).toString("utf8");
}

/** As `readText`, without decoding, which would replace bytes that are not UTF-8. */
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
 * Validates fields against a schema whose messages are catalogue keys. Returns the parsed value, or the first message
 * of each field with the typed values. A field's length is measured before anything else reads its text: a text of more
 * than about twice the maximum is cut to it, a shorter one is returned whole so that nothing typed is lost.
 */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, string>,
): { ok: true; value: z.output<Schema> } | { ok: false; problem: FormProblem } {
  const limits = listFieldLimits(schema);
  const values = { ...fields };
  const tooLong = [...limits].filter(
    ([name, max]) => (fields[name]?.length ?? 0) > 2 * max + uncountedLength,
  );
  for (const [name, max] of tooLong) values[name] = cutText(values[name] ?? "", max);
  const parsed = schema.safeParse(values);
  if (parsed.success && tooLong.length === 0) return { ok: true, value: parsed.data };
  const errors: FieldErrors = {};
  for (const issue of parsed.error?.issues ?? []) {
    const field = String(issue.path[0] ?? "form");
    errors[field] ??= issue.message as MessageKey;
  }
  for (const [name] of tooLong) errors[name] ??= "accounts.tooLong";
  return { ok: false, problem: problemWith(values, errors) };
}

/**
 * A form sends each line break as two characters; beyond that, this many characters may be ones that cleaning removes,
 * such as spaces at the ends of lines.
 */
const uncountedLength = 200;

/** Returns the beginning of a text, with the line breaks that its field counts, without half a surrogate pair. */
function cutText(text: string, maxLength: number): string {
  const cut = text
    .slice(0, 2 * maxLength + uncountedLength)
    .replaceAll("\r\n", "\n")
    .slice(0, maxLength);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** A problem found after validation, such as an e-mail already in use. */
export function problemWith(fields: Record<string, string>, errors: FieldErrors): FormProblem {
  const values = Object.fromEntries(Object.entries(fields).filter(([name]) => !secretFields.has(name)));
  return { errors, values };
}

export type ActionResult = { done: false; problem: FormProblem } | { done: true; goTo: string; flash: Flash };

/** Returns the form with its errors and values, with status 400 by default. */
export function refuse(problem: FormProblem, init: { status?: number; headers?: HeadersInit } = {}) {
  return data<ActionResult>({ done: false, problem }, { status: 400, ...init });
}

/** Returns the form with a message, status 429 and Retry-After (RFC 6585, section 4). */
export function refuseTooMany(
  context: AppLoadContext,
  fields: Record<string, string>,
  retryAfterSeconds: number,
  message: MessageKey = "accounts.tooManyTries",
) {
  noteSecurity(context, "tooManyTries");
  return refuse(problemWith(fields, { form: message }), {
    status: 429,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}

/**
 * Success followed by a delayed redirect (product.md, Constants). A script gets the message and the path, and
 * navigates itself. A plain form is redirected at once, and the next page shows the message.
 */
export async function finish(
  path: string,
  asked: { request: Request; context: AppLoadContext; flash: Flash; cookies?: string[] },
) {
  const { request, context, flash, cookies = [] } = asked;
  if (!context.isDataRequest) return goTo(path, asked);
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  const target = localizeTarget(path, request);
  return data<ActionResult>({ done: true, goTo: target, flash }, { headers });
}
