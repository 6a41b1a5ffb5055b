import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "~/integrations/clock";
import { ApiError, paramError } from "./api-error";
import { requireApiKey } from "./api-key";
import { createApiRoutes } from "./api-routes";
import type { CheckoutDesk } from "./checkout";
import type { DisputeDesk } from "./disputes";
import type { FileDesk } from "./files";
import { parseForm } from "./form-body";
import { type Made, onceForKey } from "./idempotency";
import { newId } from "./ids";
import type { MovementDesk } from "./movements";
import { API_VERSION } from "./objects";
import type { RefundDesk } from "./refunds";
import type { Store } from "./state";

/** To test how a caller handles it. */
export type ApiFault = "serverError" | "rateLimited" | "keyInUse" | "hang";

export interface ApiRequest {
  method: string;
  path: string;
  search: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

interface Answer {
  object: unknown;
  headers?: Record<string, string>;
}

interface ApiOptions {
  store: Store;
  desk: CheckoutDesk;
  refunds: RefundDesk;
  disputes: DisputeDesk;
  files: FileDesk;
  movements: MovementDesk;
  secretKey: string;
  clock: Clock;
  origin: string;
  fault: () => ApiFault | undefined;
  webhookUrl: () => string | undefined;
}

/** Keys, idempotency, errors and faults around api-routes.ts. */
export function createApi({
  store,
  desk,
  refunds,
  disputes,
  files,
  movements,
  secretKey,
  clock,
  origin,
  fault,
  webhookUrl,
}: ApiOptions) {
  const { reads, writes, show } = createApiRoutes({
    store,
    desk,
    refunds,
    disputes,
    files,
    movements,
    origin,
    webhookUrl,
  });

  function once(request: ApiRequest, requestId: string, work: () => Made): Answer {
    const key = request.headers["idempotency-key"];
    const { made, originalRequest } = onceForKey(
      store,
      {
        key: typeof key === "string" ? key : undefined,
        endpoint: request.path,
        body: request.body,
        requestId,
        at: clock().getTime(),
      },
      work,
    );
    const headers: Record<string, string> = originalRequest
      ? { "idempotent-replayed": "true", "original-request": originalRequest }
      : {};
    if (typeof key === "string") headers["idempotency-key"] = key;
    return { object: show(made), headers };
  }

  function dispatch(request: ApiRequest, requestId: string): Answer {
    const { method, path, search, body } = request;
    requireApiKey(request.headers.authorization, secretKey);
    failAsSet(fault(), request);
    for (const route of method === "GET" ? reads : []) {
      const match = route.path.exec(path);
      if (match) return { object: route.read(match[1] ?? "", parseForm(search)) };
    }
    for (const route of method === "POST" ? writes : []) {
      const match = route.path.exec(path);
      if (!match) continue;
      refuseQuery(search);
      return once(request, requestId, () => route.write(match[1] ?? "", parseForm(body)));
    }
    const message = `Unrecognized request URL (${method}: ${path}).`;
    throw new ApiError(404, { type: "invalid_request_error", message });
  }

  return (request: ApiRequest): ApiResponse => {
    const requestId = newId("req_");
    const headers = {
      "content-type": "application/json",
      "request-id": requestId,
      "stripe-version": String(request.headers["stripe-version"] ?? API_VERSION),
    };
    try {
      const answer = dispatch(request, requestId);
      if (Buffer.isBuffer(answer.object))
        return {
          status: 200,
          body: answer.object,
          headers: { ...headers, "content-type": "application/octet-stream" },
        };
      return { status: 200, headers: { ...headers, ...answer.headers }, body: toJson(answer.object) };
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return { status: failure.status, headers, body: toJson(failure) };
    }
  };
}

const toJson = (value: unknown) => JSON.stringify(value, null, 2);

/** An ignored parameter would be noticed too late. */
function refuseQuery(search: string): void {
  const [param] = new URLSearchParams(search).keys();
  if (param) throw paramError(param, "parameter_unknown", `Received unknown parameter: ${param}`);
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
