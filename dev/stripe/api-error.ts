export interface ErrorBody {
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
    return { error: { ...this.body, ...(doc_url ? { doc_url } : {}) } };
  }
}

export function paramError(param: string, code: string | undefined, message: string): ApiError {
  return new ApiError(400, {
    type: "invalid_request_error",
    message,
    param,
    ...(code === undefined ? {} : { code }),
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
