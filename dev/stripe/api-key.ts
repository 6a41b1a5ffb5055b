import { createHash, timingSafeEqual } from "node:crypto";
import { ApiError } from "./api-error";

/** Bearer token or user name (https://docs.stripe.com/api/authentication). Throws ApiError 401 for any other key. */
export function requireApiKey(authorization: string | undefined, secretKey: string): void {
  const key = readKey(authorization ?? "");
  if (key === "") {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (!timingSafeEqual(digest(key), digest(secretKey))) {
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`);
  }
}

function readKey(authorization: string): string {
  const [scheme = "", credentials = ""] = authorization.trim().split(/\s+/, 2);
  if (scheme.toLowerCase() === "bearer") return credentials;
  if (scheme.toLowerCase() !== "basic") return "";
  return Buffer.from(credentials, "base64").toString("utf8").split(":")[0] ?? "";
}

const unauthorized = (message: string) => new ApiError(401, { type: "invalid_request_error", message });

const digest = (text: string) => createHash("sha256").update(text).digest();
