import type { S3Error } from "./s3-errors";

/** A value of XML: text, or elements by name; an array repeats its element. */
export type Xml = string | number | { [name: string]: Xml | Xml[] };

export function toXml(name: string, value: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, value)}`;
}

export function errorXml(error: S3Error): string {
  return toXml("Error", { Code: error.code, Message: error.message });
}

function element(name: string, value: Xml | Xml[]): string {
  if (Array.isArray(value)) return value.map((item) => element(name, item)).join("");
  if (typeof value !== "object") return `<${name}>${escapeText(String(value))}</${name}>`;
  const inside = Object.entries(value).map(([key, item]) => element(key, item));
  return `<${name}>${inside.join("")}</${name}>`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export type NamedPart = { number: number; etag: string };

/** Parses CompleteMultipartUpload: part numbers and ETags, in the given order. */
export function readParts(xml: string): NamedPart[] {
  return [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, inside = ""]) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(inside)?.[1]),
    etag: (/<ETag>(.*?)<\/ETag>/.exec(inside)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&#34;", '"'),
  }));
}
