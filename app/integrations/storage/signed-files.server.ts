import type { Stats } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import send from "send";
import type { Clock } from "~/integrations/clock";
import { objectsFolder } from "./disk-write.server";
import { answerPlain, contentTypeOf, refuseOtherMethods, resolveRange, saveUnder } from "./file-headers";
import { createLinkSigner, type LinkSecrets, signedFilesPath } from "./signed-link.server";

type Settings = {
  dir: string;
  secrets: LinkSecrets;
  clock: Clock;
  /** Called for each request: access may end before the link. */
  mayOpen(req: IncomingMessage, link: { key: string; viewerId: string }): Promise<boolean>;
  /** Receives what `mayOpen` threw. */
  onFailure(error: unknown, res: ServerResponse): void;
};

/**
 * Serves the disk store's objects by signed links at `signedFilesPath`, without Express, which would double the time
 * (docs/performance.md): GET and HEAD by RFC 9110; 403 for an invalid or expired link and if `mayOpen` refuses; 503 if
 * that is unknown. HEAD ignores Range (section 14.2): `send` would answer 206.
 */
export function serveSignedFiles(settings: Settings): RequestListener {
  const { dir, secrets, clock, mayOpen, onFailure } = settings;
  const links = createLinkSigner(secrets);
  const root = join(dir, objectsFolder);

  return (req, res) => {
    if (refuseOtherMethods(req.method, res)) return;
    const link = links.open((req.url ?? "").slice(signedFilesPath.length), clock());
    if (!link.ok) {
      answerPlain(res, 403, "Link inválido ou expirado");
      return;
    }
    mayOpen(req, link)
      .then((may) => {
        if (may) sendFile(req, res, link);
        else answerPlain(res, 403, "Link inválido ou expirado");
      })
      .catch((error: unknown) => {
        onFailure(error, res);
        answerPlain(res, 503, "Arquivo indisponível agora", { "Retry-After": "5" });
      });
  };

  function sendFile(
    req: IncomingMessage,
    res: ServerResponse,
    link: { key: string; secondsLeft: number; saveAs?: string },
  ): void {
    res.setHeader("Cache-Control", `private, max-age=${link.secondsLeft}`);
    res.setHeader("Content-Disposition", link.saveAs === undefined ? "inline" : saveUnder(link.saveAs));
    res.setHeader("Content-Type", contentTypeOf(link.key));
    res.setHeader("X-Content-Type-Options", "nosniff");

    send(req, `/${link.key}`, { root, cacheControl: false, dotfiles: "allow", etag: false, index: false })
      .on("file", (_path: string, stat: Stats) => prepareRange(req, res, stat))
      .on("directory", () => answerPlain(res, 404, "Arquivo não encontrado"))
      .on("error", (error: { status?: number }) => answerFailure(res, error.status ?? 500))
      .pipe(res);
  }
}

/**
 * A strong ETag (files are never rewritten), and only a Range header that `send` cannot misread. If-Range requires an
 * exact match (RFC 9110, section 13.1.5); `send` would accept any later date.
 */
function prepareRange(req: IncomingMessage, res: ServerResponse, stat: Stats): void {
  const etag = `"${stat.size.toString(36)}-${stat.ino.toString(36)}-${stat.mtimeMs.toString(36)}"`;
  res.setHeader("ETag", etag);
  const condition = req.headers["if-range"];
  const holds = condition === undefined || condition === etag || condition === stat.mtime.toUTCString();
  const range = holds && req.method === "GET" ? resolveRange(req.headers.range, stat.size) : undefined;
  if (range) req.headers.range = range;
  else delete req.headers.range;
}

function answerFailure(res: ServerResponse, status: number): void {
  const range = res.getHeader("Content-Range");
  if (status === 416 && range !== undefined) {
    answerPlain(res, 416, "Intervalo fora do arquivo", { "Content-Range": String(range) });
  } else if (status === 404) answerPlain(res, 404, "Arquivo não encontrado");
  else if (status === 412) answerPlain(res, 412, "O arquivo mudou");
  else answerPlain(res, 500, "Erro ao ler o arquivo");
}
