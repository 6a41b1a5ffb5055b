import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import helmet, { type HelmetOptions } from "helmet";

export interface HeaderSettings {
  appUrl: string;
  /** Origins that forms may redirect to besides our own: the payment pages, Google. */
  formOrigins: string[];
  mediaOrigins: string[];
  /** Origins from which videos play and to which browsers upload, with a streaming service. */
  streaming?: { playbackOrigin: string; uploadOrigins: readonly string[] } | undefined;
}

type Policy = Record<string, string[]>;

/**
 * The security headers of everything that Express answers, errors included. Scripts and styles run only with this
 * response's nonce, stored in `res.locals.cspNonce`.
 */
export function pageHeaders({
  appUrl,
  formOrigins,
  mediaOrigins,
  streaming,
}: HeaderSettings): RequestHandler {
  const headers = headersOf(appUrl, {
    "default-src": ["'self'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'none'"],
    "script-src": ["'self'", `'nonce-${noncePlaceholder}'`],
    "script-src-attr": ["'none'"],
    "style-src": ["'self'", `'nonce-${noncePlaceholder}'`],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(streaming ? [...streaming.uploadOrigins, streaming.playbackOrigin] : [])],
    // A legacy video plays from the address in its row (product.md, Video watch screen), but never over http. `blob:`
    // is for HLS by script.
    "media-src": [
      "'self'",
      ...mediaOrigins,
      ...(streaming ? [streaming.playbackOrigin, "blob:"] : []),
      "https:",
    ],
    "frame-src": ["https://www.youtube-nocookie.com"],
    // Chromium also checks the redirects after a form against this list.
    "form-action": ["'self'", ...formOrigins],
  });
  return (_req, res, next) => {
    const nonce = randomBytes(16).toString("base64");
    res.locals.cspNonce = nonce;
    for (const [name, value] of headers) res.setHeader(name, value.replaceAll(noncePlaceholder, nonce));
    next();
  };
}

/** The security headers of a stored file: it may only be displayed. */
export function fileHeaders({ appUrl }: Pick<HeaderSettings, "appUrl">): (res: ServerResponse) => void {
  const headers = headersOf(appUrl, {
    "default-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
    // A video opened directly is a page that plays its own address.
    "media-src": ["'self'"],
  });
  return (res) => {
    for (const [name, value] of headers) res.setHeader(name, value);
  };
}

/** Placeholder for the nonce, which is the only part of the policy that varies. */
const noncePlaceholder = "NONCE-OF-THIS-ANSWER";

/** Runs helmet once: it would compute the same values for every part of a video. */
function headersOf(appUrl: string, policy: Policy): [name: string, value: string][] {
  const https = appUrl.startsWith("https:");
  const options: HelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...policy, ...(https ? { "upgrade-insecure-requests": [] } : {}) },
    },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    // Under no-referrer a form's Origin header would be `null`, and the origin check needs it.
    referrerPolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
  };
  const headers: [string, string][] = [
    [
      "Permissions-Policy",
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    ],
  ];
  const answer = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader() {},
  };
  helmet(options)({} as IncomingMessage, answer as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
