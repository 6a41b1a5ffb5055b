import { PaymentsUnavailable } from "./payments-errors";
import { fetchInTime } from "./stripe-client.server";

const FILE_ID = /^file_[A-Za-z0-9_]{1,200}$/;

interface ReadOptions {
  secretKey: string;
  /** As of `createStripeClient`. */
  apiUrl?: string | undefined;
  timeoutMs: number;
  /** A longer file is reported as an outage: nothing longer is stored from here. */
  maxBytes: number;
}

/**
 * Returns the bytes of an uploaded file, or undefined for an unknown one. The SDK has no call for it: a File's `url` is
 * this address (https://docs.stripe.com/api/files/object). Throws `PaymentsUnavailable` during an outage.
 */
export async function readStripeFile(
  fileId: string,
  { secretKey, apiUrl, timeoutMs, maxBytes }: ReadOptions,
): Promise<Buffer | undefined> {
  if (!FILE_ID.test(fileId)) return undefined;
  const origin = apiUrl ? new URL(apiUrl).origin : "https://files.stripe.com";
  let response: Response;
  try {
    response = await fetchInTime(`${origin}/v1/files/${fileId}/contents`, {
      headers: { authorization: `Bearer ${secretKey}` },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return await readAtMost(response, maxBytes);
    await response.body?.cancel();
  } catch (cause) {
    if (cause instanceof PaymentsUnavailable) throw cause;
    const reason = cause instanceof DOMException && cause.name === "TimeoutError" ? "timeout" : "unreachable";
    throw new PaymentsUnavailable(reason, { cause });
  }
  if (response.status === 404) return undefined;
  const refused = response.status === 401 || response.status === 403;
  throw new PaymentsUnavailable(refused ? "keyRefused" : "failing", {
    cause: new Error(`The file store responded ${response.status}`),
    requestId: response.headers.get("request-id") ?? undefined,
  });
}

async function readAtMost(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new PaymentsUnavailable("failing", { cause: new Error(`A file of more than ${maxBytes} bytes`) });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
