/** A received mail, as the pages and the tests see it. */
import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import { z } from "zod";

export const messageSchema = z.object({
  id: z.string(),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
  /** As in the header, `Name <address>`; the envelope's sender where there is none. */
  from: z.string(),
  /** Addresses it was delivered to (the envelope's, so blind copies are here too). */
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Sizes in bytes; the content is not kept. */
  attachments: z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })),
});

export type MailMessage = z.infer<typeof messageSchema>;

/**
 * @param raw the mail as it came (RFC 5322)
 * @throws when it is nested deeper than a mail program would bear
 */
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
