import { byteOrderMark, formatCsvRow } from "~/features/base/spreadsheets/csv";
import type { Services } from "~/platform/services";
import { type CreatorMonth, readCreatorMonths } from "./month-figures.queries.server";
import { writeMonth } from "./show-year.server";
import { openTaxId } from "./stored-tax-id.server";
import { formatTaxId } from "./tax-id.server";
import { boundsOfYear } from "./tax-year";

const titles = ["Criador", "CPF ou CNPJ", "E-mail", "Mês", "Vendas (R$)", "Devoluções (R$)", "Comissão (R$)"];

/**
 * Writes the platform's commission by creator and month, from which an accountant issues the service invoices (NFS-e):
 * the
 * only file with whole tax ids. Bounded in memory, read as the client reads.
 */
export async function* writeCommissionCsv(
  { db, secretBox, log }: Pick<Services, "db" | "secretBox" | "log">,
  year: number,
): AsyncGenerator<string> {
  const showWhole = ({ creatorId, taxId }: CreatorMonth) => {
    try {
      return taxId ? formatTaxId(openTaxId(secretBox, taxId)) : "";
    } catch (error) {
      log.error({ err: error, userId: creatorId }, "a tax id could not be decrypted");
      return "";
    }
  };
  yield byteOrderMark + formatCsvRow(titles);
  for await (const months of readCreatorMonths(db, boundsOfYear(year))) {
    yield months
      .filter(({ grossCents, backCents, commissionCents }) => grossCents || backCents || commissionCents)
      .map((month) =>
        formatCsvRow([
          month.name,
          showWhole(month),
          month.email,
          writeMonth(month.month),
          month.grossCents,
          month.backCents,
          month.commissionCents,
        ]),
      )
      .join("");
  }
}
