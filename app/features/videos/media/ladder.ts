import type { ConversionFault } from "~/integrations/conversion/converter";

const ladderReasons = ["unreadable", "tooLong", "tooLarge"] as const satisfies readonly ConversionFault[];

/** Why there will be no ladder: a fault of the file. Everything else may pass, and the queue tries again. */
export type LadderReason = (typeof ladderReasons)[number];

/** Returns the fault if it is the file's and stays; undefined for one that may pass. */
export function lastingFault(fault: ConversionFault): LadderReason | undefined {
  return ladderReasons.find((reason) => reason === fault);
}
