/**
 * Google sign-in for development: OAuth 2.0 by authorization code (RFC 6749; PKCE, RFC 7636), with a page that chooses
 * an account. Issues no `id_token`: the app asks `/userinfo`. On 127.0.0.1 only.
 */
import { createHash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { html, renderPage } from "../local-server/html";
import { type Answer, json, readBody, send, startServer } from "../local-server/http";

export interface GooglePerson {
  sub: string;
  email: string;
  name: string;
  emailVerified: boolean;
}

export interface LocalGoogle {
  url: string;
  close(): Promise<void>;
}

interface GoogleOptions {
  /** Default: any free port. */
  port?: number | undefined;
  /** The accounts on the page. */
  people?: readonly GooglePerson[];
  /** The only client accepted. Default: any with an id and a secret. */
  client?: { id: string; secret: string };
}

/** What a code was issued for: the chosen account, and the client's request. */
interface Grant {
  person: GooglePerson;
  request: URLSearchParams;
}

/** Stores the value under a new code or token, which it returns. */
function issue<T>(waiting: Map<string, T>, value: T): string {
  const key = randomBytes(24).toString("base64url");
  waiting.set(key, value);
  return key;
}

/** Each code and token belongs to the chosen account. Throws when the port is in use. */
export async function startGoogle({
  port = 0,
  people = [],
  client,
}: GoogleOptions = {}): Promise<LocalGoogle> {
  const byCode = new Map<string, Grant>();
  const byToken = new Map<string, GooglePerson>();

  function authorize(request: URLSearchParams): Answer {
    const clientId = request.get("client_id");
    const redirectUri = request.get("redirect_uri") ?? "";
    const isKnown = client ? clientId === client.id : Boolean(clientId);
    if (!isKnown || request.get("response_type") !== "code" || !URL.canParse(redirectUri))
      return json(400, { error: "invalid_request" });
    const person = personOf(request);
    if (!person) {
      const headers = { "Content-Type": "text/html; charset=utf-8" };
      return { status: 200, headers, body: chooserPage(request, people) };
    }
    const back = new URL(redirectUri);
    back.searchParams.set("code", issue(byCode, { person, request }));
    back.searchParams.set("state", request.get("state") ?? "");
    return { status: 302, headers: { Location: back.href } };
  }

  function exchangeCode(form: URLSearchParams): Answer {
    const secret = form.get("client_secret");
    if (client ? form.get("client_id") !== client.id || secret !== client.secret : !secret)
      return json(401, { error: "invalid_client" });
    if (form.get("grant_type") !== "authorization_code")
      return json(400, { error: "unsupported_grant_type" });
    const code = form.get("code") ?? "";
    const grant = byCode.get(code);
    byCode.delete(code);
    if (!grant || !matches(form, grant.request)) return json(400, { error: "invalid_grant" });
    const scope = grant.request.get("scope") ?? "";
    const token = issue(byToken, grant.person);
    return json(200, { access_token: token, token_type: "Bearer", expires_in: 3_600, scope });
  }

  function describeUser({ authorization }: IncomingHttpHeaders): Answer {
    const person = byToken.get(authorization?.replace(/^Bearer /, "") ?? "");
    if (!person) return json(401, { error: "invalid_token" });
    const { sub, email, emailVerified, name } = person;
    return json(200, { sub, email, email_verified: emailVerified, name });
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const body = await readBody(request);
    switch (`${request.method} ${pathname}`) {
      case "GET /authorize":
        return authorize(searchParams);
      case "POST /token":
        return exchangeCode(new URLSearchParams(String(body)));
      case "GET /userinfo":
        return describeUser(request.headers);
      // For `npm run doctor`.
      case "GET /.well-known/openid-configuration":
        return json(200, {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          userinfo_endpoint: `${url}/userinfo`,
        });
      default:
        return json(404, { error: "not_found" });
    }
  }

  const { url, close } = await startServer("local Google", port, async (request, response) =>
    send(response, await answer(request)),
  );
  return { url, close };
}

/** Whether the form that exchanges a code belongs to the request that the code was issued for. */
function matches(form: URLSearchParams, request: URLSearchParams): boolean {
  const sameClient = ["client_id", "redirect_uri"].every((name) => form.get(name) === request.get(name));
  const challenge = request.get("code_challenge");
  const verifier = form.get("code_verifier");
  if (!sameClient || challenge === null || verifier === null) return sameClient && challenge === verifier;
  const isHashed = request.get("code_challenge_method") === "S256";
  return challenge === (isHashed ? createHash("sha256").update(verifier).digest("base64url") : verifier);
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

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:2rem auto;padding:0 1rem}
form{border:1px solid #8886;border-radius:12px;padding:1rem;margin:1rem 0;display:grid;gap:.75rem}
input:not([type=checkbox]){font:inherit;padding:.6rem;width:100%;box-sizing:border-box}
button{font:inherit;padding:.7rem;border-radius:8px;border:1px solid #8886;cursor:pointer;text-align:left}
`;

/** The page that chooses an account, for a request whose `redirect_uri` is a URL. Every choice forwards its parameters. */
function chooserPage(asked: URLSearchParams, people: readonly GooglePerson[]): string {
  const kept = [...asked].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const picks = people.map(
    ({ email, name, sub, emailVerified }) => html`<form action="/authorize">${kept}
<input type="hidden" name="picked_email" value="${email}">
<input type="hidden" name="picked_name" value="${name}">
<input type="hidden" name="picked_sub" value="${sub}">
<input type="hidden" name="picked_verified" value="${emailVerified ? "yes" : "no"}">
<button>${name}<br><small>${email}</small></button></form>`,
  );
  const body = html`<h1>Google (local)</h1><p>Escolha uma conta para continuar.</p>${picks}
<form action="/authorize">${kept}
<label>E-mail <input type="email" name="picked_email" required></label>
<label>Nome <input name="picked_name"></label>
<label>Identificador (sub) <input name="picked_sub" placeholder="segue do e-mail"></label>
<label><input type="checkbox" name="picked_verified" value="yes" checked> E-mail verificado pelo Google</label>
<button>Continuar</button></form>
<p><a href="${cancelled(asked)}">Cancelar</a></p>`;
  return renderPage({ lang: "pt-BR", title: "Google (local)", style, body });
}

/** The redirect for a cancelled sign-in (RFC 6749, section 4.1.2.1). */
function cancelled(asked: URLSearchParams): string {
  const url = new URL(asked.get("redirect_uri") ?? "");
  url.searchParams.set("error", "access_denied");
  url.searchParams.set("state", asked.get("state") ?? "");
  return url.href;
}
