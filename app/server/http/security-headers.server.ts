import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import helmet, { type HelmetOptions } from "helmet";

export interface HeaderSettings {
  /** Our own address: https turns on HSTS and the upgrade of plain links. */
  appUrl: string;
  /** Where a form may lead on to, besides ourselves: the payment pages, Google. */
  formOrigins: string[];
  /** Where signed media links lead, besides ourselves. */
  mediaOrigins: string[];
  /** Where the browser sends videos to and plays them from, where a streaming service is set up. */
  streaming?: { playbackOrigin: string; uploadOrigins: readonly string[] } | undefined;
}

/** Content-Security-Policy, by directive. */
type Policy = Record<string, string[]>;

/**
 * The security headers of a page, and of whatever else Express answers, errors included. Scripts and styles run only
 * with this answer's nonce, which it leaves in `res.locals.cspNonce`.
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
    "script-src": ["'self'", `'nonce-${nonceMark}'`],
    "script-src-attr": ["'none'"],
    "style-src": ["'self'", `'nonce-${nonceMark}'`],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(streaming ? [...streaming.uploadOrigins, streaming.playbackOrigin] : [])],
    // A legacy video plays from wherever its row says (product.md, Video watch screen), never from a plain http address.
    // `blob:` is what a script puts together of a stream where the browser cannot itself.
    "media-src": [
      "'self'",
      ...mediaOrigins,
      ...(streaming ? [streaming.playbackOrigin, "blob:"] : []),
      "https:",
    ],
    "frame-src": ["https://www.youtube-nocookie.com"],
    // Chromium holds redirects after a form to this list as well, so where they lead must be in it.
    "form-action": ["'self'", ...formOrigins],
  });
  return (_req, res, next) => {
    const nonce = randomBytes(16).toString("base64");
    res.locals.cspNonce = nonce;
    for (const [name, value] of headers) res.setHeader(name, value.replaceAll(nonceMark, nonce));
    next();
  };
}

/** The security headers of a stored file, whatever the answer: it may do nothing at all but be shown. */
export function fileHeaders({ appUrl }: Pick<HeaderSettings, "appUrl">): (res: ServerResponse) => void {
  const headers = headersOf(appUrl, {
    "default-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
    // Opened by itself, a video is a page that plays its own address.
    "media-src": ["'self'"],
  });
  return (res) => {
    for (const [name, value] of headers) res.setHeader(name, value);
  };
}

/** Stands in the policy for the nonce, which alone differs from answer to answer. */
const nonceMark = "NONCE-OF-THIS-ANSWER";

/** Asks helmet once what it would set: it would work out the same texts for every part of a video. */
function headersOf(appUrl: string, policy: Policy): [name: string, value: string][] {
  const https = appUrl.startsWith("https:");
  const options: HelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...policy, ...(https ? { "upgrade-insecure-requests": [] } : {}) },
    },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    // Same-origin: a form's Origin header would be `null` under no-referrer, and our origin check needs it.
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
