import { createHash, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { VisitedPage } from "~/features/orders/coupons/visit-counter.server";
import type { Visit } from "~/platform/context.server";
import { sawOutage } from "~/platform/outage.server";
import { isKeptOut } from "~/platform/responses.server";
import { compressPage, type Encoding } from "~/server/http/compress-page.server";
import type { PageHeaders } from "../http/security-headers.server";
import { isDataAddress } from "./public-pages";

export interface PublicAnswer {
  bytes: number;
  tag: string;
  versions: Record<Encoding, { body: Buffer; head: string[] }>;
  /** Names and values in turn, as `writeHead` takes them, of a 304, which has no body to describe. */
  head: string[];
  /** Each time the product's page is sent is a visit. */
  visited?: VisitedPage | undefined;
}

/** Before compression. A sitemap of a large shop is longer and not cached. */
const longestBody = 1024 * 1024;

/** In turbo-stream's format: the promise of a data request was rejected or took too long. */
const failedPart = /^E\d+:/m;

/** A CDN asks every two seconds. No `stale-while-revalidate`: Chromium would show the page from before a new video. */
const sharedCaching = "public, max-age=0, s-maxage=2";

const compressGzip = promisify(gzip);

interface Maker {
  build: ServerBuild;
  mode: string;
  appUrl: string;
  pageHeaders: PageHeaders;
  makeContext: (path: string, nonce: string, visit: Visit) => AppLoadContext;
  addCriticalStyles: (html: string) => string;
}

/** Lacks something that the database did not answer; the cause is logged where it failed. */
export class Incomplete extends Error {
  override readonly name = "Incomplete";
}

/**
 * Renders an address for a visitor without cookies. Undefined for what may not be sent to everyone: a status other than
 * 200, a cookie, a private answer, a body in which the nonce remains or that is too long, data with a part that failed.
 * Throws `Incomplete`.
 */
export function createAnswerMaker({
  build,
  mode,
  appUrl,
  pageHeaders,
  makeContext,
  addCriticalStyles,
}: Maker) {
  const handle = createRequestHandler(build, mode);
  return async (address: string): Promise<PublicAnswer | undefined> => {
    const nonce = randomBytes(16).toString("base64");
    let visited: VisitedPage | undefined;
    const context = makeContext(address.split("?")[0] ?? "", nonce, {
      noteView: (page) => {
        visited = page;
      },
      findSource: () => undefined,
    });
    const request = new Request(appUrl + address, { headers: { Accept: "text/html" } });
    const response = await handle(request, context);
    const body = await readBody(response);
    const { headers } = response;
    if (response.status >= 500 || isKeptOut(context) || sawOutage(context)) throw new Incomplete();
    const cacheControl = headers.get("Cache-Control") ?? sharedCaching;
    if (response.status !== 200 || headers.has("Set-Cookie") || !/^public\b/.test(cacheControl))
      return undefined;
    if (!body) return undefined;
    const type = headers.get("Content-Type") ?? "";
    const page = type.startsWith("text/html")
      ? hashInline(addCriticalStyles(body), nonce)
      : { html: body, scripts: [], styles: [] };
    if (!page || page.html.includes(nonce)) return undefined;
    if (isDataAddress(address) && failedPart.test(body)) return undefined;
    const inline = { scripts: page.scripts.join(" "), styles: page.styles.join(" ") };
    const answer = await compressAnswer(page.html, type, [
      ...pageHeaders(inline),
      ["Cache-Control", cacheControl],
      ["Vary", "Accept-Encoding, Cookie"],
      ...(isDataAddress(address) ? ([["X-Remix-Response", "yes"]] as [string, string][]) : []),
    ]);
    return { ...answer, visited };
  };
}

/** Undefined if missing or too long. */
async function readBody({ body }: Response): Promise<string | undefined> {
  if (!body) return undefined;
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > longestBody) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function compressAnswer(text: string, type: string, shared: [string, string][]): Promise<PublicAnswer> {
  const plain = Buffer.from(text);
  const [br, gzipped] = await Promise.all([compressPage(plain), compressGzip(plain)]);
  // The headers count as well: the policy of a 304 replaces that of the page which the browser has.
  const hash = createHash("sha256")
    .update(JSON.stringify([shared, type]))
    .update(plain)
    .digest("base64url");
  const tag = `W/"${hash.slice(0, 27)}"`;
  const head = [...shared.flat(), "ETag", tag];
  const version = (encoding: Encoding, body: Buffer) => ({
    body,
    head: [
      ...head,
      "Content-Type",
      type,
      "Content-Length",
      String(body.length),
      ...(encoding === "identity" ? [] : ["Content-Encoding", encoding]),
    ],
  });
  const versions = {
    br: version("br", br),
    gzip: version("gzip", gzipped),
    identity: version("identity", plain),
  };
  return { tag, head, versions, bytes: plain.length + br.length + gzipped.length + 4 * head.join("").length };
}

interface HashedPage {
  html: string;
  /** For `script-src` and `style-src`, such as `'sha256-…'`. */
  scripts: string[];
  styles: string[];
}

/**
 * Replaces a page's nonce by hashes, so that its bytes may be sent to everyone. Only elements with the nonce are
 * hashed: an injected script does not know it. Undefined if the nonce also occurs anywhere else.
 */
export function hashInline(html: string, nonce: string): HashedPage | undefined {
  const attribute = ` nonce="${nonce}"`;
  const scripts = new Set<string>();
  const styles = new Set<string>();
  let stripped = "";
  let end = 0;
  for (let at = html.indexOf(attribute); at >= 0; at = html.indexOf(attribute, end)) {
    const tag = readTag(html, html.lastIndexOf("<", at), at + attribute.length);
    if (!tag) return undefined;
    if (tag.inline) (tag.name === "script" ? scripts : styles).add(tag.inline);
    stripped += html.slice(end, at);
    end = at + attribute.length;
  }
  stripped += html.slice(end);
  return stripped.includes(nonce)
    ? undefined
    : { html: stripped, scripts: [...scripts], styles: [...styles] };
}

/** `inline`: hash of the content, undefined for a script with an address or a link. Undefined for other elements. */
function readTag(
  html: string,
  start: number,
  afterNonce: number,
): { name: string; inline?: string } | undefined {
  const name = /^<(script|style|link)\s/.exec(html.slice(start, start + 8))?.[1];
  const open = html.indexOf(">", afterNonce);
  if (!name || open < 0 || html.slice(start, afterNonce).includes(">")) return undefined;
  if (name === "link" || / src="/.test(html.slice(start, open))) return { name };
  const close = html.indexOf(`</${name}>`, open);
  if (close < 0) return undefined;
  const content = html.slice(open + 1, close);
  return { name, inline: `'sha256-${createHash("sha256").update(content).digest("base64")}'` };
}
