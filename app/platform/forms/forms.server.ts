import type { ReadableStream } from "node:stream/web";
import { type AppLoadContext, data } from "@remix-run/node";
import type { z } from "zod";
import type { MessageKey } from "~/i18n/message-key";
import { secretFields } from "~/ui/forms/secret-fields";
import { goTo, localizeTarget } from "../responses.server";
import { noteSecurity } from "../security-events";
import type { Flash } from "../session/cookies.server";
import { trimInvisible } from "./trim-ends";

/** Maximum of a field whose schema declares none: a number, code, date or choice. */
const shortFieldMaxLength = 200;

interface Definition {
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  options?: z.core.$ZodType[];
}

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition;

/** Maximum characters of each field, as its schema declares it (`.max`). */
function listFieldLimits(schema: z.core.$ZodType): ReadonlyMap<string, number> {
  const cached = limitsOfForms.get(schema);
  if (cached) return cached;
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

/** A schema and those that it wraps: of an optional field, a transformed field or a union. */
function listParts(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { innerType, in: before, out: after, options = [] } = definitionOf(schema);
  const wrapped = [innerType, before, after, ...options].filter((part) => part !== undefined);
  return [schema, ...wrapped.flatMap(listParts)];
}

/** The longest description in any script, and room for the rest. */
const formMaxBytes = 64 * 1024;

/** Read and dropped beyond the limit before the connection is closed. */
const droppedMaxBytes = 16 * 1024 * 1024;

export type FieldErrors = Record<string, MessageKey>;

export interface FormProblem {
  errors: FieldErrors;
  values: Record<string, string>;
  gaps?: Record<string, string> | undefined;
}

/** Of an urlencoded form; the last value of a repeated field wins. Throws a 413 or 415 Response. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  return Object.fromEntries(await readPairs(request));
}

/** As `readForm`, with every value of repeated fields, in order. */
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

/** Removes NUL, which PostgreSQL text cannot hold, and, unless secret, invisible characters at the ends. */
export function cleanField(name: string, value: string): string {
  const text = value.replaceAll("\0", "");
  return secretFields.has(name) ? text : trimInvisible(text);
}

/** Throws a 413 Response beyond `maxBytes`, after dropping some more: a sending browser would not read the response. */
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
 * Returns the first message of each field with the typed values, if invalid. Lengths are measured before any other
 * check: a text of more than about twice the maximum is cut, a shorter one returned whole so that nothing typed is
 * lost.
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

/** Line breaks arrive as two characters; beyond those, cleaning may remove so many, such as spaces at line ends. */
const uncountedLength = 200;

/** With the line breaks that its field counts, without half a surrogate pair. */
function cutText(text: string, maxLength: number): string {
  const cut = text
    .slice(0, 2 * maxLength + uncountedLength)
    .replaceAll("\r\n", "\n")
    .slice(0, maxLength);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** For a problem found after validation, such as an e-mail already in use. */
export function problemWith(fields: Record<string, string>, errors: FieldErrors): FormProblem {
  const values = Object.fromEntries(Object.entries(fields).filter(([name]) => !secretFields.has(name)));
  return { errors, values };
}

/** Joins the problems of a form's fields with those of what came beside them, such as files. */
export function joinProblems(
  form: { ok: true } | { ok: false; problem: FormProblem },
  fields: Record<string, string>,
  errors: FieldErrors,
): FormProblem {
  if (form.ok) return problemWith(fields, errors);
  return problemWith(form.problem.values, { ...form.problem.errors, ...errors });
}

export type ActionResult = { done: false; problem: FormProblem } | { done: true; goTo: string; flash: Flash };

export function refuse(problem: FormProblem, init: { status?: number; headers?: HeadersInit } = {}) {
  return data<ActionResult>({ done: false, problem }, { status: 400, ...init });
}

/** With status 429 and Retry-After (RFC 6585, section 4). */
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

/** By script after a delay (product.md, Constants); a plain form at once, with the message on the next page. */
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
