import type { useActionResult } from "~/platform/forms/use-action-result";
import { CheckStatuses } from "./check-statuses";
import { DifferenceList } from "./difference-list";
import { MethodMargins } from "./method-margins";
import { ProviderAccount } from "./provider-account";
import type { showReconciliation } from "./show-reconciliation.server";
import { TroubledEvents } from "./unreadable-events";

interface ReconciliationSectionsProps {
  shown: Awaited<ReturnType<typeof showReconciliation>> & { proofNeeded: boolean };
  result: ReturnType<typeof useActionResult>;
}

/** The last run, the provider's account, differences, troubled events and margins. */
export function ReconciliationSections({ shown, result }: ReconciliationSectionsProps) {
  const { last, failed, proof, account, margins, differences, events, proofNeeded } = shown;
  return (
    <>
      <CheckStatuses last={last} failed={failed} proof={proof} />
      <ProviderAccount account={account} />
      {last && <DifferenceList differences={differences} proofNeeded={proofNeeded} result={result} />}
      <TroubledEvents events={events} />
      <MethodMargins margins={margins} />
    </>
  );
}
