/** Cloudflare Stream: the memory of sending a file, and the cost of signing a link. */
import { join } from "node:path";
import { importJWK, SignJWT } from "jose";
import { createCloudflareStream } from "~/integrations/streaming/cloudflare-stream.server";
import { parseSigningKey } from "~/integrations/streaming/signing-key";
import { readOrMakeAccount } from "../dev/cloudflare-stream/account";
import { startCloudflareStream } from "../dev/cloudflare-stream/server";
import { startChildServer } from "./child-server";
import { inTurn, median } from "./load";
import { watchMemory } from "./memory";

const warmUpBytes = 20 * 1024 * 1024;
const rounds = 5;

export interface SendFigures {
  /** Bytes per second. */
  rate: number;
  /** Resident memory of the sending process in bytes: before, and the maximum. */
  before: number;
  highest: number;
}

/** Sends a file five times to a local Stream. */
export async function measureSending(dir: string, bytes: number): Promise<SendFigures> {
  const stream = await startCloudflareStream({ dir: join(dir, "stream-send"), ffmpeg: false });
  const sender = await startChildServer("stream-send-server.ts", stream.env);
  try {
    const send = async (length: number) => {
      const start = performance.now();
      const answer = await fetch(`${sender.url}/${length}`, { method: "POST" });
      if (!answer.ok) throw new Error(`the sender answered ${answer.status}`);
      return (performance.now() - start) / 1000;
    };
    await send(warmUpBytes);
    const settled = watchMemory(sender.pid);
    const before = settled();
    const highest = watchMemory(sender.pid);
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++) rates.push(bytes / (await send(bytes)));
    return { rate: median(rates), before, highest: highest() };
  } finally {
    await sender.stop();
    await stream.close();
  }
}

/** Tokens per second, ten concurrently: by the adapter, and by jose alone with the same claims. */
export async function measureSigning(dir: string): Promise<{ app: number; bare: number }> {
  const account = readOrMakeAccount(join(dir, "stream-sign", "account.json"));
  const jwk = parseSigningKey(account.jwk);
  if (!jwk) throw new Error("no signing key");
  const clock = () => new Date();
  const streaming = createCloudflareStream({ ...account, key: jwk, clock });
  const key = await importJWK(jwk, "RS256");
  const uid = "0123456789abcdef0123456789abcdef";
  const bareToken = () => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: uid, kid: account.keyId, nbf: now - 60, exp: now + 3600, downloadable: false };
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: account.keyId }).sign(key);
  };
  // Links come in pairs, with a token each.
  return inTurn(
    rounds,
    () => tokensPerSecond(2, () => streaming.signLinks(uid, { expiresAt: new Date(Date.now() + 3_600_000) })),
    () => tokensPerSecond(1, bareToken),
  );
}

async function tokensPerSecond(each: number, sign: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let signed = 0;
  const one = async () => {
    while (performance.now() - start < 2_000) {
      await sign();
      signed += each;
    }
  };
  await Promise.all(Array.from({ length: 10 }, one));
  return signed / ((performance.now() - start) / 1000);
}
