import { z } from "zod";

interface ErrorBody {
  type: "invalid_request_error" | "idempotency_error" | "api_error" | "rate_limit_error";
  message: string;
  code?: string;
  param?: string;
}

/** https://docs.stripe.com/api/errors */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }

  /** With the address of the code's explanation, as Stripe gives it. */
  toJSON(): { error: ErrorBody & { doc_url?: string } } {
    const { code } = this.body;
    const doc_url = code && `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`;
    return { error: { ...this.body, ...(doc_url && { doc_url }) } };
  }
}

export function paramError(param: string, code: string | undefined, message: string): ApiError {
  return new ApiError(400, {
    type: "invalid_request_error",
    message,
    param,
    ...(code && { code }),
  });
}

export function missingError(param: string, object: string, id: string): ApiError {
  return new ApiError(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${object}: '${id}'`,
    param,
  });
}

type FormValue = string | FormValue[] | Form;
export interface Form {
  [key: string]: FormValue;
}
type Node = string | Branch;
interface Branch extends Map<string, Node> {}

/** As the SDK writes it: `a[b][0][c]=1` is `{ a: { b: [{ c: "1" }] } }`, `a[]=1` appends. */
export function parseForm(text: string): Form {
  const root: Branch = new Map();
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.replaceAll("]", "").split("[");
    let branch = root;
    for (const [depth, step] of path.entries()) {
      const name = step === "" ? String(branch.size) : step;
      if (depth === path.length - 1) {
        branch.set(name, value);
        continue;
      }
      const known = branch.get(name);
      const next: Branch = known instanceof Map ? known : new Map();
      branch.set(name, next);
      branch = next;
    }
  }
  return Object.fromEntries([...root].map(([key, node]) => [key, toValue(node)]));
}

function toValue(node: Node): FormValue {
  if (typeof node === "string") return node;
  const entries = [...node].map(([key, child]): [string, FormValue] => [key, toValue(child)]);
  const isList = entries.every(([key]) => /^\d{1,4}$/.test(key));
  if (!isList) return Object.fromEntries(entries);
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}

export const text = (max: number) => z.string().min(1).max(max);

export const integer = z
  .string()
  .regex(/^-?\d{1,12}$/)
  .transform(Number);

export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50);

/** Throws ApiError with the code and the parameter that Stripe would name. */
export function parseParams<T>(shape: z.ZodType<T>, form: Form): T {
  const parsed = shape.safeParse(form);
  if (parsed.success) return parsed.data;
  throw toParamError(parsed.error.issues[0], form);
}

function toParamError(issue: z.core.$ZodIssue | undefined, form: Form): ApiError {
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

function valueAt(form: Form, path: PropertyKey[]): unknown {
  let value: unknown = form;
  for (const step of path) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
  }
  return value;
}
