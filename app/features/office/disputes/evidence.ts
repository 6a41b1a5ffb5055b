import { z } from "zod";
import type {
  EvidenceField,
  EvidenceFileField,
  EvidenceFileType,
  EvidenceTexts,
} from "~/integrations/payments/payments";

export const evidenceFields = [
  "uncategorized_text",
  "refund_refusal_explanation",
  "access_activity_log",
  "product_description",
  "refund_policy_disclosure",
  "service_date",
  "customer_name",
  "customer_email_address",
] as const satisfies readonly EvidenceField[];

/** Sent only if ticked. */
export const textProofs = {
  access: ["access_activity_log"],
  product: ["product_description"],
  buyer: ["customer_name", "customer_email_address", "service_date"],
} as const satisfies Record<string, readonly EvidenceField[]>;

export type TextProof = keyof typeof textProofs;

export const textProofNames = Object.keys(textProofs) as TextProof[];

/** In characters: https://docs.stripe.com/api/disputes/update */
export const textMaxLength = 20_000;
const allMaxLength = 150_000;

/** Dates and times are formatted. */
export interface DisputeKnown {
  purchaseNumber: string;
  title: string;
  isCourse: boolean;
  creator: string;
  buyerName: string;
  buyerEmail: string;
  amount: string;
  paidAt: string;
  /** "2026-10-23". */
  paidDay: string;
  /** Undefined if the payment granted no access. */
  grantedAt: string | undefined;
  /** A gift: its receiver has the access, not the buyer. */
  isGift: boolean;
  /** The last day. */
  withdrawalEnds: string;
  withdrawalOver: boolean;
  /** Includes failed refunds. */
  refundRequested: boolean;
  refunded: string | undefined;
  termsVersion: string | undefined;
  termsAcceptedAt: string | undefined;
  /** Furthest moment watched, "31:05"; `watchedAt`: when the video was last opened. */
  watchedTo: string | undefined;
  watchedAt: string | undefined;
  /** Openings of the video or the course's lessons, oldest first. */
  accesses: readonly {
    openedAt: string;
    until: string;
    address: string | undefined;
    device: string | undefined;
  }[];
  mails: readonly { subject: string; to: string; sentAt: string }[];
  earlierPurchases: number;
}

/** Omits texts without facts. */
export function writeEvidence(known: DisputeKnown): EvidenceTexts {
  const { title, creator, paidAt, isCourse, grantedAt } = known;
  const product = `${isCourse ? "curso" : "vídeo"} “${title}”`;
  const watched = known.watchedTo && known.watchedAt;
  const granted = known.isGift
    ? "A compra foi um presente, que a pessoa presenteada aceitou e abriu na própria conta"
    : "O acesso foi liberado na conta da pessoa";
  const happened = [
    `Compra ${known.purchaseNumber}: acesso ao ${product}, de ${creator}, por ${known.amount}, paga em ${paidAt}.`,
    grantedAt ? `${granted} em ${grantedAt}.` : known.isGift ? "A compra foi um presente." : "",
    watched
      ? `A pessoa assistiu ao vídeo até ${known.watchedTo}; o último acesso foi em ${known.watchedAt}.`
      : "",
    known.refunded ? `Já foram devolvidos ${known.refunded} desta compra.` : "",
    known.earlierPurchases > 0
      ? `A mesma conta tem ${known.earlierPurchases === 1 ? "outra compra paga e não contestada" : `${known.earlierPurchases} outras compras pagas e não contestadas`}.`
      : "",
  ];
  const accesses = [
    `${paidAt}: pagamento confirmado.`,
    ...(grantedAt ? [`${grantedAt}: acesso liberado.`] : []),
    ...known.mails.map(({ subject, to, sentAt }) => `${sentAt}: e-mail enviado a ${to}: ${subject}.`),
    ...known.accesses.map(
      ({ openedAt, until, address, device }) =>
        `${openedAt}: ${isCourse ? "aula aberta" : "vídeo aberto"}${address ? ` do endereço IP ${address}` : ""}${device ? ` com ${device}` : ""}; último sinal de reprodução em ${until}.`,
    ),
    ...(watched ? [`${known.watchedAt}: último acesso ao vídeo, assistido até ${known.watchedTo}.`] : []),
  ];
  const policy = [
    `O prazo de 7 dias para desistir (art. 49 do Código de Defesa do Consumidor) está na página de venda e no recibo: vai até ${known.withdrawalEnds}.`,
    known.termsAcceptedAt
      ? `A pessoa aceitou os termos de uso (versão ${known.termsVersion}) em ${known.termsAcceptedAt}.`
      : "",
  ];
  const texts: EvidenceTexts = {
    uncategorized_text: happened.filter(Boolean).join(" "),
    // While the buyer may withdraw, or after they did, no refund can be refused.
    refund_refusal_explanation:
      known.withdrawalOver && !known.refundRequested
        ? `O prazo para desistir terminou em ${known.withdrawalEnds}, e até então não houve pedido de reembolso pelo Sabiá.`
        : "",
    access_activity_log: accesses.join("\n"),
    product_description: `${isCourse ? "Curso em vídeo" : "Vídeo"} “${title}”, de ${creator}, para assistir pela internet depois do pagamento.`,
    refund_policy_disclosure: policy.filter(Boolean).join(" "),
    service_date: known.paidDay,
    customer_name: known.buyerName,
    customer_email_address: known.buyerEmail,
  };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]) => (text ? [[field, text.slice(0, textMaxLength)]] : [])),
  );
}

type TextProblem = "tooLong" | "allTooLong" | "empty";

export function findTextProblem(
  texts: EvidenceTexts,
): { field: EvidenceField; problem: TextProblem } | undefined {
  for (const field of evidenceFields)
    if ((texts[field]?.length ?? 0) > textMaxLength) return { field, problem: "tooLong" };
  const all = Object.values(texts).reduce((sum, text) => sum + text.length, 0);
  if (all > allMaxLength) return { field: "uncategorized_text", problem: "allTooLong" };
  if (all === 0) return { field: "uncategorized_text", problem: "empty" };
  return undefined;
}

/** The provider keeps a text that is omitted, so an absent one is sent empty. */
export function withEmptyTexts(texts: EvidenceTexts): EvidenceTexts {
  return Object.fromEntries(evidenceFields.map((field) => [field, texts[field] ?? ""]));
}

/** Omits empty texts and proofs without a tick. A form without the field `ticks` has no ticks. */
export function parseEvidence(fields: Readonly<Record<string, unknown>>): EvidenceTexts {
  const unticked = fields.ticks ? textProofNames.filter((proof) => fields[`proof_${proof}`] !== "1") : [];
  const dropped: readonly EvidenceField[] = unticked.flatMap((proof) => textProofs[proof]);
  return Object.fromEntries(
    evidenceFields.flatMap((field) => {
      const text = String(fields[field] ?? "")
        .replaceAll("\r\n", "\n")
        .trim();
      return text && !dropped.includes(field) ? [[field, text]] : [];
    }),
  );
}

export function emptyProofs(texts: EvidenceTexts): TextProof[] {
  return textProofNames.filter((proof) => textProofs[proof].every((field) => !texts[field]));
}

export const evidenceFileFields = [
  "receipt",
  "customer_communication",
  "service_documentation",
  "refund_policy",
  "uncategorized_file",
] as const satisfies readonly EvidenceFileField[];

/** For all files of an answer: https://docs.stripe.com/disputes/responding */
export const evidenceMaxBytes = 4.5 * 1024 * 1024;

const fileTypes = [
  "application/pdf",
  "image/jpeg",
  "image/png",
] as const satisfies readonly EvidenceFileType[];

const storedFile = z.object({
  id: z.string().min(1),
  name: z.string(),
  type: z.enum(fileTypes),
  bytes: z.number(),
});

export type StoredFile = z.output<typeof storedFile>;

type StoredFiles = Partial<Record<EvidenceFileField, StoredFile>>;

/** In bytes, without the file to replace. */
export function sumEvidence(files: StoredFiles, replaced?: EvidenceFileField): number {
  return evidenceFileFields.reduce(
    (sum, field) => sum + (field === replaced ? 0 : (files[field]?.bytes ?? 0)),
    0,
  );
}

/** Throws if a file is malformed. */
export function parseStoredFiles(stored: unknown): StoredFiles {
  return z.partialRecord(z.enum(evidenceFileFields), storedFile).parse(stored ?? {});
}

export function parseFileField(sent: string | undefined): EvidenceFileField | undefined {
  return evidenceFileFields.find((field) => field === sent);
}

const signatures: readonly [EvidenceFileType, readonly number[]][] = [
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** By the first bytes; undefined if the provider does not accept the type. */
export function detectEvidenceType(bytes: Uint8Array): EvidenceFileType | undefined {
  return signatures.find(([, first]) => first.every((byte, at) => bytes[at] === byte))?.[0];
}
