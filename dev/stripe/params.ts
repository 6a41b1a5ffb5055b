import { z } from "zod";
import { type ApiError, paramError } from "./api-error";
import type { FormValue } from "./form-body";

export const text = (max: number) => z.string().min(1).max(max);

export const integer = z
  .string()
  .regex(/^-?\d{1,12}$/)
  .transform(Number);

export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50);

/** Throws ApiError with the code and the parameter that Stripe would name. */
export function parseParams<T>(shape: z.ZodType<T>, form: { [key: string]: FormValue }): T {
  const parsed = shape.safeParse(form);
  if (parsed.success) return parsed.data;
  throw toParamError(parsed.error.issues[0], form);
}

function toParamError(issue: z.core.$ZodIssue | undefined, form: { [key: string]: FormValue }): ApiError {
  if (issue?.code === "unrecognized_keys") {
    const param = paramName([...issue.path, issue.keys[0] ?? ""]);
    return paramError(param, "parameter_unknown", `Received unknown parameter: ${param}`);
  }
  const path = issue?.path ?? [];
  const param = paramName(path);
  const value = valueAt(form, path);
  if (value === undefined) return paramError(param, "parameter_missing", `Missing required param: ${param}.`);
  if (value === "") {
    return paramError(param, "parameter_invalid_empty", `You passed an empty string for '${param}'.`);
  }
  return paramError(param, undefined, `Invalid ${param}: ${issue?.message ?? "not accepted"}`);
}

function paramName(path: PropertyKey[]): string {
  return path.map((step, index) => (index === 0 ? String(step) : `[${String(step)}]`)).join("");
}

function valueAt(form: { [key: string]: FormValue }, path: PropertyKey[]): unknown {
  let value: unknown = form;
  for (const step of path) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
  }
  return value;
}
