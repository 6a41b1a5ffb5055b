import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect } from "node:net";
import { fieldParts, makeBoundary, multipartBody, type Part } from "./multipart";
import { appUrl } from "./test-services";

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  /** The target of a redirect; for data requests, of the navigation. */
  location: string | null;
  setCookies: string[];
  body: string;
}

export interface Sent {
  method?: string;
  path: string;
  /** Sent as given; only Host is added by default. */
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
}

/** Connects to write what no client of HTTP sends. `answer` is what arrived until the connection was closed. */
export function openConnection(port: number) {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  let text = "";
  socket.on("data", (chunk) => {
    text += String(chunk);
  });
  const answer = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
  return { socket, answer, answered: () => text };
}

/**
 * Sends a request exactly as given, including what a browser would forbid or correct. `secure`: over TLS, with any
 * certificate
 */
export function send(
  port: number,
  { method = "GET", path, headers = {}, body }: Sent,
  host = new URL(appUrl).host,
  secure = false,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
    const own = { Host: host, ...length };
    const request = (secure ? httpsRequest : httpRequest)(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        agent: false,
        headers: { ...own, ...headers },
        ...(secure ? { rejectUnauthorized: false } : {}),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            location: response.headers.location ?? redirectIn(text),
            setCookies: response.headers["set-cookie"] ?? [],
            body: text,
          });
        });
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** Remix returns a redirect to a script as data (status 202). */
function redirectIn(body: string): string | null {
  if (!body.includes('"SingleFetchRedirect"')) return null;
  const found = /"redirect",("(?:[^"\\]|\\.)*")/.exec(body)?.[1];
  return found === undefined ? null : (JSON.parse(found) as string);
}

/** The fields of a form; as pairs where a name is repeated. */
export type Form = Record<string, string> | [name: string, value: string][];

export interface BrowserSettings {
  port: number;
  /** The product's public origin. */
  origin?: string;
  /** Connects to `port` by TLS. */
  secure?: boolean;
  /** The client's address, for a product with one trusted proxy (TRUSTED_PROXY_HOPS=1). */
  address?: string;
  cookie?: string;
}

let browsers = 0;

/** A browser: keeps cookies, sends Origin with forms, and has its own address. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly address: string;
  private readonly port: number;
  private readonly origin: string;
  private readonly secure: boolean;

  constructor({ port, origin = appUrl, secure = false, address, cookie }: BrowserSettings) {
    browsers += 1;
    this.secure = secure;
    this.port = port;
    this.origin = origin;
    this.address = address ?? `10.77.${browsers >> 8}.${browsers & 255}`;
    for (const pair of cookie?.split("; ") ?? []) this.keep(pair);
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.ask({ path, headers: { "Sec-Fetch-Site": "same-origin", ...headers } });
  }

  post(path: string, form: Form = {}, headers: Record<string, string> = {}): Promise<Reply> {
    const type = "application/x-www-form-urlencoded";
    return this.sendForm(path, new URLSearchParams(form).toString(), { "Content-Type": type, ...headers });
  }

  /** Sends a form as multipart/form-data. */
  postParts(path: string, parts: Part[], headers: Record<string, string> = {}): Promise<Reply> {
    const boundary = makeBoundary();
    const type = `multipart/form-data; boundary=${boundary}`;
    return this.sendForm(path, multipartBody(parts, boundary), { "Content-Type": type, ...headers });
  }

  private sendForm(path: string, body: string | Uint8Array, headers: Record<string, string>) {
    const same = { Origin: this.origin, "Sec-Fetch-Site": "same-origin" };
    return this.ask({ method: "POST", path, body, headers: { ...same, ...headers } });
  }

  /** Any request, with this browser's cookies and address. Keeps the response's cookies. */
  async ask({ headers = {}, ...sent }: Sent): Promise<Reply> {
    const cookie = this.cookie;
    const own = { "X-Forwarded-For": this.address, ...(cookie ? { Cookie: cookie } : {}) };
    const reply = await send(
      this.port,
      { ...sent, headers: { ...own, ...headers } },
      new URL(this.origin).host,
      this.secure,
    );
    for (const setCookie of reply.setCookies) this.keep(setCookie);
    return reply;
  }

  private keep(setCookie: string): void {
    const [pair = "", ...attributes] = setCookie.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    const gone = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute));
    const expired = attributes.some((attribute) => /^\s*expires=.*1970/i.test(attribute));
    if (gone || expired) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(at + 1));
  }
}

/** Asks a server for pages and sends it forms, with a person's cookie or without, in a new browser each time. */
export function pagesAt(port: number) {
  const as = (cookie?: string) => new Browser({ port, cookie: cookie || undefined });
  return {
    get: (path: string, cookie?: string) => as(cookie).get(path),
    post: (path: string, cookie: string, form: Form) => as(cookie).post(path, form),
    postParts: (path: string, cookie: string, fields: Record<string, string>, files: Part[] = []) =>
      as(cookie).postParts(path, [...fieldParts(fields), ...files]),
  };
}
