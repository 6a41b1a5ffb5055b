import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import { z } from "zod";

export const messageSchema = z.object({
  id: z.string(),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
  /** As in the header, `Name <address>`, else the envelope's sender. */
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Sizes in bytes; the content is not stored. */
  attachments: z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })),
});

export type MailMessage = z.infer<typeof messageSchema>;

/** `raw`: RFC 5322. Throws when it is nested too deeply. */
export async function parseMessage(
  raw: Buffer,
  envelope: { from: string; to: string[] },
): Promise<MailMessage> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 32 });
  const sender = mail.from?.address ? mail.from : undefined;
  return {
    id: randomUUID(),
    receivedAt: new Date().toISOString(),
    from: sender ? (sender.name ? `${sender.name} <${sender.address}>` : sender.address) : envelope.from,
    to: envelope.to,
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: mail.html ?? "",
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? "(sem nome)",
      type: mimeType,
      size: typeof content === "string" ? content.length : content.byteLength,
    })),
  };
}
