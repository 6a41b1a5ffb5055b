import { UnknownHistory } from "../migrations/tools/migration-refused";

/**
 * Returns what to show when kept data cannot be migrated: data made with other migrations than this version's is not
 * continued, so its folder is to be removed. Any other error is returned as it is.
 */
export function explainOldData(error: unknown, dir: string): unknown {
  if (!(error instanceof UnknownHistory)) return error;
  return new Error(
    `The data in ${dir} was made by a version with other migrations. Remove that folder and start again: the demo data is made anew.`,
    { cause: error },
  );
}
