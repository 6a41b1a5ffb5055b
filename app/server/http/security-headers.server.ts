import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import helmet, { type HelmetOptions } from "helmet";

interface HeaderSettings {
  appUrl: string;
  /** Origins that forms may redirect to besides our own: the payment pages, Google. */
  formOrigins: string[];
  mediaOrigins: string[];
  /** Where videos play from and browsers upload to, with a streaming service. */
  streaming?: { playbackOrigin: string; uploadOrigins: readonly string[] } | undefined;
}

type Policy = Record<string, string[]>;
type Header = [name: string, value: string];

interface InlineSources {
  scripts: string;
  styles: string;
}

export type PageHeaders = (inline: InlineSources) => Header[];

export function createPageHeaders({
  appUrl,
  formOrigins,
  mediaOrigins,
  streaming,
}: HeaderSettings): PageHeaders {
  const headers = headersOf(appUrl, {
    "default-src": ["'self'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'none'"],
    "script-src": ["'self'", scriptsPlaceholder],
    "script-src-attr": ["'none'"],
    "style-src": ["'self'", stylesPlaceholder],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    // Script reads renditions from where the files are.
    "connect-src": [
      "'self'",
      ...mediaOrigins,
      ...(streaming ? [...streaming.uploadOrigins, streaming.playbackOrigin] : []),
    ],
    // A legacy video plays from the address in its row (product.md, Video watch screen), never over http. `blob:`: HLS.
    "media-src": [
      "'self'",
      ...mediaOrigins,
      ...(streaming ? [streaming.playbackOrigin] : []),
      "blob:",
      "https:",
    ],
    "frame-src": ["https://www.youtube-nocookie.com"],
    // Chromium also checks the redirects after a form against this list.
    "form-action": ["'self'", ...formOrigins],
  });
  return ({ scripts, styles }) =>
    headers.map(([name, value]) => [
      name,
      value.replace(scriptsPlaceholder, scripts).replace(stylesPlaceholder, styles),
    ]);
}

/** For all that Express answers, errors included. Scripts and styles run only with this response's nonce. */
export function securePages(headersOfPage: PageHeaders): RequestHandler {
  return (_req, res, next) => {
    const nonce = randomBytes(16).toString("base64");
    res.locals.cspNonce = nonce;
    const source = `'nonce-${nonce}'`;
    for (const [name, value] of headersOfPage({ scripts: source, styles: source }))
      res.setHeader(name, value);
    next();
  };
}

/** A stored file may only be displayed. */
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

/** Placeholders for the inline sources, the only parts of the policy that vary. */
const scriptsPlaceholder = "INLINE-SCRIPTS-OF-THIS-ANSWER";
const stylesPlaceholder = "INLINE-STYLES-OF-THIS-ANSWER";

/** Runs helmet once: it would compute the same values for every part of a video. */
function headersOf(appUrl: string, policy: Policy): Header[] {
  const https = appUrl.startsWith("https:");
  const options: HelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...policy, ...(https ? { "upgrade-insecure-requests": [] } : {}) },
    },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    // Under no-referrer a form's Origin would be `null`: the origin check needs it. Other sites get no referrer anyway.
    referrerPolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
  };
  const headers: Header[] = [
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
