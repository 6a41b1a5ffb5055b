import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createStripePayments } from "~/integrations/payments/stripe.server";

const SECRET = "whsec_signature";
const NOW = 1_800_000_000;

const reader = (webhookSecret: string) =>
  createStripePayments({
    secretKey: "sk_test_signature",
    webhookSecret,
    apiUrl: "http://127.0.0.1:1",
    clock: () => new Date(NOW * 1000 + 999),
  });

const BODY = JSON.stringify({
  id: "evt_1",
  object: "event",
  type: "customer.created",
  created: NOW,
  data: { object: { id: "cus_1", name: "João" } },
});

const hmac = (at: number | string, body = BODY, secret = SECRET) =>
  createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
const signed = (at: number, body = BODY, secret = SECRET) => `t=${at},v1=${hmac(at, body, secret)}`;

describe("a valid signature is accepted", () => {
  it.each([
    ["made now", signed(NOW)],
    ["299 seconds old", signed(NOW - 299)],
    ["300 seconds old", signed(NOW - 300)],
    ["299 seconds ahead", signed(NOW + 299)],
    ["300 seconds ahead", signed(NOW + 300)],
    ["first of two, while a secret is being changed", `${signed(NOW)},v1=${hmac(NOW, BODY, "whsec_new")}`],
    ["second of two", `t=${NOW},v1=${hmac(NOW, BODY, "whsec_old")},v1=${hmac(NOW)}`],
    ["beside one of a scheme we do not know", `t=${NOW},v0=00,v1=${hmac(NOW)}`],
  ])("%s", (_, signature) => {
    expect(reader(SECRET).readEvent(BODY, signature)).toMatchObject({ ok: true, event: { id: "evt_1" } });
  });
});

describe("an invalid signature is refused", () => {
  const good = signed(NOW);
  const flipped = good.slice(0, -1) + (good.endsWith("0") ? "1" : "0");
  it.each<[string, string | null]>([
    ["301 seconds old", signed(NOW - 301)],
    ["301 seconds ahead", signed(NOW + 301)],
    ["absent", null],
    ["empty", ""],
    ["one character changed", flipped],
    ["cut short", good.slice(0, -2)],
    ["of another body", signed(NOW, `${BODY} `)],
    ["by another secret", signed(NOW, BODY, "whsec_other")],
    ["of an empty secret", signed(NOW, BODY, "")],
    ["with its time moved", good.replace(`t=${NOW}`, `t=${NOW + 1}`)],
    ["without a time", `v1=${hmac(NOW)}`],
    ["with a time that is no number", `t=now,v1=${hmac("now")}`],
    ["signed for no number", `t=now,v1=${hmac("NaN")}`],
    ["with two times, one far ahead", `t=${NOW + 9999},${good}`],
    ["only of an older scheme", `t=${NOW},v0=${hmac(NOW)}`],
    ["with an empty value", `t=${NOW},v1=`],
    ["without a value", `t=${NOW},v1`],
    ["no header at all in form", "\u0000"],
  ])("%s", (_, signature) => {
    expect(reader(SECRET).readEvent(BODY, signature)).toEqual({ ok: false, error: "badSignature" });
  });

  it("after a change of any byte of the body", () => {
    const bytes = Buffer.from(BODY);
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const read = reader(SECRET).readEvent(changed.toString("utf8"), good);
      expect(read, `byte ${at}`).toEqual({ ok: false, error: "badSignature" });
    }
  });

  it.each(["", " ", "\n"])("if the endpoint's secret is %j", (secret) => {
    expect(reader(secret).readEvent(BODY, signed(NOW, BODY, secret))).toEqual({
      ok: false,
      error: "badSignature",
    });
    expect(reader(secret).readEvent(BODY, good)).toEqual({ ok: false, error: "badSignature" });
  });
});

describe("a malformed signed message is refused", () => {
  const event = JSON.parse(BODY);
  it.each([
    ["no JSON", "{"],
    ["null", "null"],
    ["a list", "[]"],
    ["no event", JSON.stringify({ ...event, object: "charge" })],
    ["a thin event of the second API", JSON.stringify({ ...event, object: "v2.core.event" })],
    ["without an id", JSON.stringify({ ...event, id: "" })],
    ["without data", JSON.stringify({ ...event, data: undefined })],
    ["with a time in words", JSON.stringify({ ...event, created: "today" })],
    [
      "a payment without an amount",
      JSON.stringify({
        ...event,
        type: "checkout.session.completed",
        data: { object: { id: "cs_1", mode: "payment" } },
      }),
    ],
  ])("%s", (_, body) => {
    expect(reader(SECRET).readEvent(body, signed(NOW, body))).toMatchObject({
      ok: false,
      error: "malformed",
      message: { body: Buffer.from(body) },
    });
  });

  it("even if the body is empty, which cannot be signed", () => {
    expect(reader(SECRET).readEvent("", signed(NOW, ""))).toEqual({ ok: false, error: "badSignature" });
  });
});
