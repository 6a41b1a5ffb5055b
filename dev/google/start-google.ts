/** Google sign-in for development: `oauth2-mock-server` behind a page that chooses an account. On 127.0.0.1 only. */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { OAuth2Server } from "oauth2-mock-server";
import { makeRsaJwk } from "../rsa-key";
import { chooserPage, type GooglePerson } from "./chooser-page";

export interface LocalGoogle {
  url: string;
  close(): Promise<void>;
}

/** Maximum unused codes and tokens; the oldest are dropped. */
const maxUnused = 1_000;

function remember(waiting: Map<string, GooglePerson>, key: string, person: GooglePerson): void {
  waiting.set(key, person);
  const oldest = waiting.keys().next();
  if (waiting.size > maxUnused && !oldest.done) waiting.delete(oldest.value);
}

/**
 * `port`: any free one by default. `people`: the accounts on the page. Each code and token belongs to the chosen
 * account.
 */
export async function startGoogle({
  port = 0,
  people = [],
}: {
  port?: number;
  people?: readonly GooglePerson[];
} = {}): Promise<LocalGoogle> {
  const { issuer, service } = new OAuth2Server();
  await issuer.keys.add(makeRsaJwk());
  const byCode = new Map<string, GooglePerson>();
  const byToken = new Map<string, GooglePerson>();

  service.on("beforeAuthorizeRedirect", (redirect: { url: URL }, request: IncomingMessage) => {
    const person = personOf(new URL(request.url ?? "/", "http://google.local").searchParams);
    const code = redirect.url.searchParams.get("code");
    if (person && code) remember(byCode, code, person);
  });
  service.on("beforeResponse", (answer: TokenAnswer, request: { body: { code?: string } }) => {
    const person = byCode.get(request.body.code ?? "");
    byCode.delete(request.body.code ?? "");
    if (!person) {
      answer.statusCode = 400;
      answer.body = { error: "invalid_grant" };
      return;
    }
    const token = randomBytes(24).toString("base64url");
    answer.body.access_token = token;
    remember(byToken, token, person);
  });
  service.on("beforeUserinfo", (answer: UserAnswer, request: IncomingMessage) => {
    const person = byToken.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
    answer.statusCode = person ? 200 : 401;
    answer.body = person
      ? { sub: person.sub, email: person.email, email_verified: person.emailVerified, name: person.name }
      : { error: "invalid_token" };
  });

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://google.local");
    if (request.method === "GET" && url.pathname === "/authorize" && !personOf(url.searchParams)) {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(chooserPage(url.searchParams, people));
      return;
    }
    service.requestHandler(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  issuer.url = url;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface TokenAnswer {
  body: Record<string, unknown>;
  statusCode: number;
}

interface UserAnswer {
  body: Record<string, unknown>;
  statusCode: number;
}

/** The chosen account. Its `sub` is derived from the e-mail unless given. */
function personOf(params: URLSearchParams): GooglePerson | undefined {
  const email = params.get("picked_email");
  if (!email) return undefined;
  return {
    email,
    sub: params.get("picked_sub") || `google-${email.toLowerCase()}`,
    name: params.get("picked_name") ?? "",
    emailVerified: params.get("picked_verified") === "yes",
  };
}
