import { byteOrderMark, formatCsvRow } from "~/features/base/documents/csv";
import type { Services } from "~/platform/services";
import { boundsOfYear } from "./choosable-years";
import { writeWholeTaxId } from "./stored-tax-id.server";
import { readCreatorMonths } from "./tax-month-sums.queries.server";
import { writeMonth } from "./written-month";

const titles = ["Criador", "CPF ou CNPJ", "E-mail", "Mês", "Vendas (R$)", "Reembolsos (R$)", "Comissão (R$)"];

/**
 * Writes the platform's commission by creator and month, from which an accountant issues the service invoices (NFS-e).
 * It has whole tax ids. Bounded in memory, read as the client reads.
 */
export async function* writeCommissionCsv(
  services: Pick<Services, "db" | "secretBox" | "log">,
  year: number,
): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvRow(titles);
  for await (const months of readCreatorMonths(services.db, boundsOfYear(year))) {
    yield months
      .filter(({ grossCents, backCents, commissionCents }) => grossCents || backCents || commissionCents)
      .map((month) =>
        formatCsvRow([
          month.name,
          writeWholeTaxId(services, { userId: month.creatorId, sealed: month.taxId }),
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
