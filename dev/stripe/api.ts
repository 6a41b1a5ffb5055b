/** Keys, idempotency, errors and faults around api-routes.ts. */
import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "../local-server/http";
import { createApiRoutes, type Made, type Routes } from "./api-routes";
import type { Desks } from "./desks";
import { API_VERSION } from "./objects";
import { ApiError, type Form, parseForm } from "./params";
import { type Account, findById, newId } from "./state";

/** To test how a caller handles it. */
export type ApiFault = "serverError" | "rateLimited" | "keyInUse" | "hang";

interface ApiRequest {
  method: string;
  path: string;
  search: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface ApiOptions {
  secretKey: string;
  fault: () => ApiFault | undefined;
  webhookUrl: () => string | undefined;
}

export function createApi(account: Account, desks: Desks, { secretKey, fault, webhookUrl }: ApiOptions) {
  const { reads, writes, show } = createApiRoutes(account, desks, webhookUrl);

  function once(request: ApiRequest, requestId: string, work: () => Made) {
    const key = request.headers["idempotency-key"];
    if (typeof key !== "string") return { object: show(work()) };
    const { made, originalRequest } = onceForKey(account, key, request, requestId, work);
    const repeated = originalRequest && {
      "idempotent-replayed": "true",
      "original-request": originalRequest,
    };
    return { object: show(made), headers: { ...repeated, "idempotency-key": key } };
  }

  function dispatch(request: ApiRequest, requestId: string): { object: unknown; headers?: object } {
    const { method, path, search, body } = request;
    requireApiKey(request.headers.authorization, secretKey);
    failAsSet(fault(), request);
    const read = method === "GET" && findRoute(reads, path);
    if (read) return { object: read(parseForm(search)) };
    const write = method === "POST" && findRoute(writes, path);
    if (write) return once(request, requestId, () => write(parseForm(body)));
    const message = `Unrecognized request URL (${method}: ${path}).`;
    throw new ApiError(404, { type: "invalid_request_error", message });
  }

  return (request: ApiRequest): Answer => {
    const requestId = newId("req_");
    const headers = {
      "content-type": "application/json",
      "request-id": requestId,
      "stripe-version": String(request.headers["stripe-version"] ?? API_VERSION),
    };
    try {
      const { object, headers: more } = dispatch(request, requestId);
      if (!Buffer.isBuffer(object))
        return { status: 200, headers: { ...headers, ...more }, body: toJson(object) };
      const binary = { ...headers, "content-type": "application/octet-stream" };
      return { status: 200, headers: binary, body: object };
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return { status: failure.status, headers, body: toJson(failure) };
    }
  };
}

function findRoute<T>(routes: Routes<T>, path: string): ((params: Form) => T) | undefined {
  for (const [pattern, run] of Object.entries(routes)) {
    const match = new RegExp(`^${pattern.replace(":id", "([^/]+)")}$`).exec(path);
    if (match) return (params) => run(match[1] ?? "", params);
  }
  return undefined;
}

const toJson = (value: unknown) => JSON.stringify(value, null, 2);

/** As the SDK sends it (https://docs.stripe.com/api/authentication). Throws ApiError 401 for any other key. */
function requireApiKey(authorization = "", secretKey: string): void {
  if (authorization === `Bearer ${secretKey}`) return;
  const key = authorization.replace("Bearer ", "");
  const message = `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`;
  throw new ApiError(401, { type: "invalid_request_error", message });
}

function failAsSet(fault: ApiFault | undefined, { headers }: ApiRequest): void {
  if (fault === "serverError") {
    throw new ApiError(500, { type: "api_error", message: "An unknown error occurred" });
  }
  if (fault === "rateLimited") {
    const message = "Request rate limit exceeded.";
    throw new ApiError(429, { type: "rate_limit_error", code: "rate_limit", message });
  }
  if (fault === "keyInUse" && headers["idempotency-key"] !== undefined) {
    const message = "There is currently another in-progress request using this Idempotent Key.";
    throw new ApiError(409, { type: "idempotency_error", code: "idempotency_key_in_use", message });
  }
}

const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * https://docs.stripe.com/api/idempotent_requests: repeats the first answer for 24 hours, but no refusals. Throws
 * ApiError for a key used before with another path or other parameters. `originalRequest`: undefined unless repeated.
 */
function onceForKey(
  { state: { answers }, now, save }: Account,
  key: string,
  { path: endpoint, body }: ApiRequest,
  requestId: string,
  work: () => Made,
): { made: Made; originalRequest?: string } {
  const refuse = (message: string) => new ApiError(400, { type: "idempotency_error", message });
  if (key.length > 255) throw refuse("Idempotency keys can be up to 255 characters long.");
  const at = now() * 1000;
  const fields = new URLSearchParams(body);
  // Independent of their order.
  fields.sort();
  const params = fields.toString();
  const known = findById(answers, key);
  if (known && at - known.at < KEPT_MS) {
    const another = `Try using a key other than '${key}' if you meant to execute a different request.`;
    const only = "Keys for idempotent requests can only be used";
    if (known.endpoint !== endpoint) {
      const both = `('${endpoint}' vs '${known.endpoint}')`;
      throw refuse(`${only} for the same endpoint they were first used for ${both}. ${another}`);
    }
    if (known.params !== params)
      throw refuse(`${only} with the same parameters they were first used with. ${another}`);
    return { made: known, originalRequest: known.requestId };
  }
  const made = work();
  for (const [old, answer] of Object.entries(answers)) if (at - answer.at >= KEPT_MS) delete answers[old];
  answers[key] = { endpoint, params, requestId, at, ...structuredClone(made) };
  save();
  return { made };
}
