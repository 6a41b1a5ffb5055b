import { UnknownHistory } from "../migrations/tools/migration-refused";

/** Data made with other migrations is not continued: its folder is to be removed. Returns any other error unchanged. */
export function explainOldData(error: unknown, dir: string): unknown {
  if (!(error instanceof UnknownHistory)) return error;
  return new Error(
    `The data in ${dir} was made by a version with other migrations. Remove that folder and start again: the demo data is made anew.`,
    { cause: error },
  );
}
