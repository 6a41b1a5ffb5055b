import { describe, expect, test } from "vitest";
import { type ErasureFacts, listErasureWaits } from "./erasure-times";

const free: ErasureFacts = {
  openPayments: 0,
  openRefunds: 0,
  openClaims: 0,
  openDisputes: 0,
  owedCents: 0,
  heldCents: 0,
  isLastAdmin: false,
};

describe("listErasureWaits", () => {
  test.each<[Partial<ErasureFacts>, string[]]>([
    [{}, []],
    [{ openPayments: 1 }, ["payment"]],
    [{ openRefunds: 1 }, ["refund"]],
    [{ openClaims: 1 }, ["claim"]],
    [{ openDisputes: 1 }, ["dispute"]],
    [{ owedCents: 99 }, []],
    [{ owedCents: 100 }, ["balance"]],
    [{ owedCents: -5_000 }, []],
    [{ heldCents: 1 }, ["balance"]],
    [{ isLastAdmin: true, owedCents: 100 }, ["lastAdmin", "balance"]],
  ])("lists what the erasure waits for with %j", (facts, waits) => {
    expect(listErasureWaits({ ...free, ...facts })).toEqual(waits);
  });
});
