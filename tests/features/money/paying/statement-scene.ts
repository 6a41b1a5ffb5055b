/** A bank's statement, read and confirmed over HTTP by an administrator. */
import type { ShownStatement } from "~/features/money/paying/propose-statement.server";
import { action } from "~/routes/admin/bank-statement";
import { type Answer, askAs } from "../../../support/ask";
import type { Person } from "../../../support/people";
import type { TestWorld } from "../../../support/test-services";

const path = "/admin/payouts/statement";

export const shown = (answer: Answer) => (answer.data as { statement: ShownStatement }).statement;

export const ticksOf = ({ paid, returned }: ShownStatement) =>
  [...paid, ...returned].map(({ payout }) => payout.tick);

export const sendStatement = (world: TestWorld, admin: Person, content: string | Uint8Array) =>
  askAs(world, action, admin, { path, parts: [{ name: "file", fileName: "extrato", content }] });

export function confirmTicks(
  world: TestWorld,
  admin: Person,
  ticks: readonly string[],
  fields: Record<string, string>,
) {
  const form = new URLSearchParams({ intent: "confirm", ...fields });
  for (const tick of ticks) form.append("line", tick);
  return askAs(world, action, admin, { path, form });
}
