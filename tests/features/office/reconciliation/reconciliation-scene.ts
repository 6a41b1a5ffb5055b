import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import { listDifferences } from "~/features/office/reconciliation/reconciliation.queries.server";

/** Reconciles, which must succeed. Returns the run with the differences that remain. */
export async function runReconciliation(services: Parameters<typeof reconcile>[0]) {
  const outcome = await reconcile(services);
  if (!outcome.ok) throw new Error(outcome.error);
  return { ...outcome, list: await listDifferences(services.db, outcome.id, 500) };
}
