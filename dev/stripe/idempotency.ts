import { ApiError } from "./api-error";
import { canonicalForm } from "./form-body";
import type { Store, StoredAnswer } from "./state";

const KEPT_MS = 24 * 60 * 60 * 1000;

interface Request {
  key: string | undefined;
  endpoint: string;
  body: string;
  requestId: string;
  /** Milliseconds since 1970. */
  at: number;
}

export type Made = Pick<StoredAnswer, "session" | "refund" | "dispute" | "file">;

export interface Answered {
  made: Made;
  /** Undefined unless the answer is repeated. */
  originalRequest: string | undefined;
}

/**
 * https://docs.stripe.com/api/idempotent_requests: repeats the first answer for 24 hours, but no refusals. Throws
 * ApiError for a key used before with another path or other parameters.
 */
export function onceForKey(store: Store, request: Request, work: () => Made): Answered {
  const { key, endpoint, requestId, at } = request;
  if (key === undefined) return { made: work(), originalRequest: undefined };
  if (key.length > 255) throw idempotencyError("Idempotency keys can be up to 255 characters long.");
  const { answers } = store.state;
  const params = canonicalForm(request.body);
  const known = Object.hasOwn(answers, key) ? answers[key] : undefined;
  if (known && at - known.at < KEPT_MS) {
    const another = `Try using a key other than '${key}' if you meant to execute a different request.`;
    if (known.endpoint !== endpoint) {
      throw idempotencyError(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${known.endpoint}'). ${another}`,
      );
    }
    if (known.params !== params) {
      throw idempotencyError(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. ${another}`,
      );
    }
    return { made: known, originalRequest: known.requestId };
  }
  const made = work();
  for (const [old, answer] of Object.entries(answers)) if (at - answer.at >= KEPT_MS) delete answers[old];
  answers[key] = { endpoint, params, requestId, at, ...structuredClone(made) };
  store.save();
  return { made, originalRequest: undefined };
}

const idempotencyError = (message: string) => new ApiError(400, { type: "idempotency_error", message });
