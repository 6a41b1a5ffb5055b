import { z } from "zod";

const rule = z.object({ pixDays: z.int(), boletoDays: z.int(), cardDays: z.int(), from: z.iso.date() });
const reserve = z.object({ reserveBp: z.int(), reserveDays: z.int(), from: z.iso.date() });

/** Returns the rule of a stored request. Throws for anything else. */
export function readRequestedRule(stored: unknown) {
  const { pixDays: pix, boletoDays: boleto, cardDays: card, from } = rule.parse(stored);
  return { days: { pix, boleto, card }, from };
}

/** Returns the reserve of a stored request. Throws for anything else. */
export function readRequestedReserve(stored: unknown) {
  const { reserveBp: bp, reserveDays: days, from } = reserve.parse(stored);
  return { reserve: { bp, days }, from };
}
