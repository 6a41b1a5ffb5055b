import express from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { servePreviews } from "~/integrations/storage/public-files.server";
import { StorageError } from "~/integrations/storage/storage";
import { bodyOf, bytesOf } from "./storage-bodies";
import { serve, type TriedStore, tryDisk, tryS3 } from "./storage-stores";

const owner = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70";
const name = "0123456789abcdef0123456789abcdef";
const key = `${owner}/previews/${name}.mp4`;
const bytes = bytesOf(50_000);
const address = `/previews/${key}`;

describe.each([
  ["disk", tryDisk],
  ["s3", tryS3],
] as const)("previews: %s", (_name, open) => {
  let tried: TriedStore;
  let site: Awaited<ReturnType<typeof serve>>;
  const closed = [
    `${owner}/1700000000000-abcdef_aula.mp4`,
    `${owner}/trailers/${name}.mp4`,
    `${owner}/previews/${name}.mov`,
    `${owner}/previews/${name}0.mp4`,
    `${owner}/previews/aula.mp4`,
    `${owner}/thumbs/${name}.webp`,
  ];
  const ask = (headers: Record<string, string> = {}, method = "GET") =>
    fetch(site.origin + address, { method, headers });

  beforeAll(async () => {
    tried = await open();
    for (const each of [key, ...closed]) await tried.storage.put(each, bodyOf(bytes));
    site = await serve(express().use("/previews", servePreviews({ storage: tried.storage })));
  });
  afterAll(async () => {
    await site.close();
    await tried.close();
  });

  test("are public and cacheable", async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": "50000",
      "cache-control": "public, max-age=86400, s-maxage=60",
      "accept-ranges": "bytes",
      etag: `"${name}"`,
      "x-content-type-options": "nosniff",
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  });

  test.each(closed)("serve no other object: %s", async (other) => {
    expect((await fetch(`${site.origin}/previews/${other}`)).status).toBe(404);
  });

  test("answer 404 if missing, and 503 if the store fails", async () => {
    expect((await fetch(site.origin + address.replace("0123", "ffff"))).status).toBe(404);
    const fails = async () => {
      throw new StorageError("unavailable", "open", new Error("down"));
    };
    const broken = await serve(
      express().use("/previews", servePreviews({ storage: { find: fails, open: fails } })),
    );
    expect((await fetch(broken.origin + address)).status).toBe(503);
    await broken.close();
  });
});
