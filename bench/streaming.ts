/** Cloudflare Stream: what relaying a file costs in memory, and what signing a link costs beside its signature alone. */
import { request } from "node:http";
import { join } from "node:path";
import { importJWK, SignJWT } from "jose";
import { createCloudflareStream } from "~/integrations/streaming/cloudflare-stream.server";
import { parseSigningKey } from "~/integrations/streaming/signing-key";
import { readOrMakeAccount } from "../dev/cloudflare-stream/account";
import { startCloudflareStream } from "../dev/cloudflare-stream/server";
import { startChildServer } from "./child-server";
import { inTurn, median } from "./load";
import { watchMemory } from "./memory";

const pieceBytes = 256 * 1024;
const warmUpBytes = 20 * 1024 * 1024;
const rounds = 5;

export interface RelayFigures {
  /** Bytes a second. */
  rate: number;
  /** Resident bytes of the relaying process: before, and at the highest while it relays. */
  before: number;
  highest: number;
}

/** Relays so many bytes five times to a local Stream, from a client that sends as fast as it is read. */
export async function measureRelay(dir: string, way: "form" | "tus", bytes: number): Promise<RelayFigures> {
  const stream = await startCloudflareStream({ dir: join(dir, `stream-${way}`), ffmpeg: false });
  const relay = await startChildServer("relay-server.ts", stream.env);
  try {
    const send = (length: number) => post(`${relay.url}/${way}`, length);
    await send(warmUpBytes);
    const settled = watchMemory(relay.pid);
    const before = settled();
    const highest = watchMemory(relay.pid);
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++) rates.push(bytes / (await send(bytes)));
    return { rate: median(rates), before, highest: highest() };
  } finally {
    await relay.stop();
    await stream.close();
  }
}

/** Posts so many bytes. Gives the seconds from the first byte sent to the end of the answer. */
function post(url: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const sent = request(url, { method: "POST", headers: { "Content-Length": bytes } }, (answer) => {
      answer.resume();
      answer.once("end", () => {
        if (answer.statusCode === 200) resolve((performance.now() - start) / 1000);
        else reject(new Error(`the relay answered ${answer.statusCode}`));
      });
    });
    sent.once("error", reject);
    const piece = Buffer.alloc(pieceBytes, 7);
    let left = bytes;
    const write = () => {
      while (left > 0) {
        const next = left < piece.length ? piece.subarray(0, left) : piece;
        left -= next.length;
        if (!sent.write(next)) return void sent.once("drain", write);
      }
      sent.end();
    };
    write();
  });
}

/** Tokens a second, ten at once: by the adapter, and by jose alone with the same claims. */
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
  // Links come in pairs, a token in each.
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
