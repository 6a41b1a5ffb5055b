import type { Sheet, SheetColumn } from "../spreadsheets/sheet";

/** The administrators' exports: what each file is called, and what its columns are (people: spec sections 3 and 7). */

export type People = "creators" | "consumers";
export type ExportKind = People | "sales" | "payouts" | "audit";
export type ExportFormat = "xlsx" | "csv";

const text = (title: string, width: number): SheetColumn => ({ title, width, holds: "text" });
const cents = (title: string): SheetColumn => ({ title, width: 16, holds: "cents" });
const moment = (title: string): SheetColumn => ({ title, width: 18, holds: "moment" });
const registered: SheetColumn = { title: "Data de Cadastro", width: 18, holds: "day" };

export const exportSheets: Record<ExportKind, Sheet> = {
  creators: {
    file: "criadores",
    sheet: "Criadores",
    columns: [
      text("Nome", 30),
      text("Email", 34),
      text("País", 16),
      text("Método de Pagamento", 24),
      text("Chave PIX", 34),
      text("Banco", 24),
      text("Conta Bancária", 24),
      text("Últimos 4 dígitos do cartão", 28),
      registered,
    ],
  },
  consumers: {
    file: "consumidores",
    sheet: "Consumidores",
    columns: [text("Nome", 30), text("Email", 34), registered],
  },
  sales: {
    file: "vendas",
    sheet: "Vendas",
    columns: [
      text("Código", 38),
      moment("Data"),
      text("Vídeo", 40),
      text("Criador", 34),
      text("Consumidor", 34),
      text("Situação", 16),
      text("Forma de pagamento", 20),
      moment("Paga em"),
      text("Moeda", 10),
      cents("Valor"),
      cents("Taxa da plataforma"),
      cents("Parte do criador"),
      cents("Devolvido"),
      text("Pagamento na Stripe", 32),
    ],
  },
  payouts: {
    file: "pagamentos",
    sheet: "Pagamentos",
    columns: [
      text("Código", 38),
      moment("Preparado em"),
      text("Favorecido", 30),
      text("Email", 34),
      text("Método de Pagamento", 24),
      text("Chave PIX", 38),
      text("Banco", 24),
      text("Conta Bancária", 24),
      text("Últimos 4 dígitos do cartão", 28),
      text("Nome no cartão", 30),
      cents("Valor (R$)"),
      text("Situação", 14),
      text("Referência do banco", 28),
      text("Motivo da falha", 40),
      moment("Decidido em"),
    ],
  },
  audit: {
    file: "auditoria",
    sheet: "Auditoria",
    columns: [
      text("Código", 38),
      moment("Data"),
      text("Administrador", 34),
      text("Ação", 26),
      text("Alvo", 40),
      text("Tipo do alvo", 16),
      text("Código do alvo", 38),
      text("Motivo", 40),
      text("Antes", 40),
      text("Depois", 40),
      text("Endereço", 20),
      text("Navegador", 24),
    ],
  },
};

/** The most cells of one workbook: it is made in memory, some 500 bytes a cell. CSV has no such limit. */
const workbookCells = 1_000_000;

/** How many rows a workbook takes; beyond it only CSV is left. */
export function mostWorkbookRows(kind: ExportKind): number {
  return Math.floor(workbookCells / exportSheets[kind].columns.length);
}

export interface ExportFile {
  kind: ExportKind;
  format: ExportFormat;
}

/** Reads which export an address means, such as "creators.xlsx"; undefined for none. */
export function parseExportFile(name: string | undefined): ExportFile | undefined {
  const [, kind, format] = /^(creators|consumers|sales|payouts|audit)\.(xlsx|csv)$/.exec(name ?? "") ?? [];
  return kind && format ? { kind: kind as ExportKind, format: format as ExportFormat } : undefined;
}
