import { readdirSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname } from "node:path";
import express, { type RequestHandler } from "express";

/** Compressed at build time (dev/finish-build.ts), smallest first. */
const encodings = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
];

/** Set by Express' static files when they refuse a range or a condition. */
const headersOfFile = ["Cache-Control", "Content-Encoding", "Content-Type", "ETag", "Last-Modified"];

type Options = Parameters<typeof express.static>[1];

/** Answers 412 and 416 itself, which Express passes on as errors. */
export function serveFolder(folder: string, options: Options): RequestHandler {
  const files = express.static(folder, { index: false, redirect: false, ...options });
  return (req, res, next) =>
    files(req, res, (error?: { status?: number }) => {
      if (error?.status !== 412 && error?.status !== 416) return next(error);
      for (const name of headersOfFile) res.removeHeader(name);
      res.status(error.status).end();
    });
}

/** The build's hashed files, cached for a year. Files that a later build removed pass on. */
export function serveAssets(folder: string): RequestHandler {
  const names = new Set(readdirSync(folder));
  const encodingOf = new WeakMap<ServerResponse, string>();
  const files = serveFolder(folder, {
    immutable: true,
    maxAge: "365d",
    // Called before the file's content type is set.
    setHeaders(res, path) {
      const encoding = encodingOf.get(res);
      if (!encoding) return;
      res.setHeader("Content-Encoding", encoding);
      res.type(extname(path.slice(0, path.lastIndexOf("."))));
    },
  });
  return (req, res, next) => {
    const { url } = req;
    const name = req.path.slice(1);
    if (!names.has(name)) return next();
    const accepted = req.acceptsEncodings();
    const encoding = encodings.find(
      (known) => accepted.includes(known.name) && names.has(name + known.ending),
    );
    if (names.has(`${name}.gz`)) res.vary("Accept-Encoding");
    if (encoding) {
      encodingOf.set(res, encoding.name);
      req.url = url.replace(name, name + encoding.ending);
    }
    files(req, res, (error?: unknown) => {
      req.url = url;
      next(error);
    });
  };
}
