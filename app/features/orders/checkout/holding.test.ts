import { describe, expect, test } from "vitest";
import { decideHolding, type Holding, type HoldingFacts, refusePurchase } from "./holding";

const nothing: HoldingFacts = {
  granted: false,
  disputed: null,
  paying: null,
  held: null,
  ended: null,
  removedFrom: null,
  failed: false,
};
const payment = { id: "sale", method: "boleto", until: null } as const;
const disputed = { by: "course", title: "Pães" } as const;
const held = { ...payment, title: "Pães", isCourse: true };
const ended = { why: "refunded", title: "Pães", isCourse: true } as const;

describe("what a person has of a video", () => {
  test.each<[string, string | undefined, Partial<HoldingFacts>, Holding["kind"]]>([
    ["nobody signed in", undefined, { granted: true }, "none"],
    ["its creator", "ana", { granted: true, disputed }, "owner"],
    ["a learner", "beto", {}, "none"],
    ["a learner with access", "beto", { granted: true }, "has"],
    ["a learner with access beside a second payment", "beto", { granted: true, paying: payment }, "has"],
    ["a learner with access beside a dispute of another sale", "beto", { granted: true, disputed }, "has"],
    ["a learner whose payment is disputed", "beto", { disputed, paying: payment, held, ended }, "suspended"],
    ["a learner who pays", "beto", { paying: payment, held, ended }, "paying"],
    ["a learner who pays for its course", "beto", { held, ended }, "held"],
    ["a learner after a refund", "beto", { ended, failed: true }, "none"],
  ])("is decided for %s", (_, person, facts, kind) => {
    expect(decideHolding(person, "ana", { ...nothing, ...facts }).kind).toBe(kind);
  });

  test("names what came of an earlier purchase, and the payment that is decided first", () => {
    expect(decideHolding("beto", "ana", { ...nothing, ended })).toMatchObject({ kind: "none", ended });
    expect(decideHolding("beto", "ana", { ...nothing, held })).toEqual({
      kind: "held",
      payment,
      title: "Pães",
      isCourse: true,
    });
  });
});

describe("buying", () => {
  const sold = { isGift: false, isFree: false };
  test.each<[Holding, ReturnType<typeof refusePurchase>]>([
    [{ kind: "none" }, undefined],
    [{ kind: "none", ended, failed: true }, undefined],
    [{ kind: "held", payment, title: "Pães", isCourse: true }, undefined],
    [{ kind: "owner" }, "ownVideo"],
    [{ kind: "has" }, "alreadyBought"],
    [{ kind: "suspended", ...disputed }, "disputed"],
    [{ kind: "paying", payment }, "paymentProcessing"],
  ])("is refused by what the buyer has: %j", (holding, refusal) => {
    expect(refusePurchase(holding, sold)).toBe(refusal);
    expect(refusePurchase(holding, { ...sold, isFree: true })).toBe(refusal);
  });

  test("as a gift asks only whose it is, and whether it costs anything", () => {
    const gift = { isGift: true, isFree: false };
    expect(refusePurchase({ kind: "has" }, gift)).toBeUndefined();
    expect(refusePurchase({ kind: "suspended", ...disputed }, gift)).toBeUndefined();
    expect(refusePurchase({ kind: "owner" }, gift)).toBe("ownVideo");
    expect(refusePurchase({ kind: "none" }, { ...gift, isFree: true })).toBe("notFound");
  });
});
