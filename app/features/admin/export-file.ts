/** The administrators' exports: what each file is called, and what its columns are (spec sections 3 and 7). */

export type People = "creators" | "consumers";
export type ExportFormat = "xlsx" | "csv";

/** A column: its title, and its width in characters. */
export interface ExportColumn {
  title: string;
  width: number;
}

export interface ExportSheet {
  /** The file's name, without what it ends in. */
  file: string;
  sheet: string;
  /** In the spec's order. The last is a date, all others are text. */
  columns: readonly ExportColumn[];
}

export const exportSheets: Record<People, ExportSheet> = {
  creators: {
    file: "criadores",
    sheet: "Criadores",
    columns: [
      { title: "Nome", width: 30 },
      { title: "Email", width: 34 },
      { title: "País", width: 16 },
      { title: "Método de Pagamento", width: 24 },
      { title: "Chave PIX", width: 34 },
      { title: "Banco", width: 24 },
      { title: "Conta Bancária", width: 24 },
      { title: "Últimos 4 dígitos do cartão", width: 28 },
      { title: "Data de Cadastro", width: 18 },
    ],
  },
  consumers: {
    file: "consumidores",
    sheet: "Consumidores",
    columns: [
      { title: "Nome", width: 30 },
      { title: "Email", width: 34 },
      { title: "Data de Cadastro", width: 18 },
    ],
  },
};

/** Stands for what is missing (spec section 3). */
export const missing = "-";

/** The most cells of one workbook: it is made in memory, some 500 bytes a cell. CSV has no such limit. */
const workbookCells = 1_000_000;

/** How many people a workbook takes; beyond it only CSV is left. */
export function mostWorkbookRows(people: People): number {
  return Math.floor(workbookCells / exportSheets[people].columns.length);
}

/** Reads which export an address means, such as "creators.xlsx"; undefined for none. */
export function parseExportFile(
  name: string | undefined,
): { people: People; format: ExportFormat } | undefined {
  const [, people, format] = /^(creators|consumers)\.(xlsx|csv)$/.exec(name ?? "") ?? [];
  return people && format ? { people: people as People, format: format as ExportFormat } : undefined;
}
