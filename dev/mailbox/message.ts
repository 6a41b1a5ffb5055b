import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import { z } from "zod";
import { readStored, writeStored } from "../local-server/stored-file";

const messageSchema = z.object({
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

const keptMessages = 100;
const keptCharacters = 20_000_000;

export type MessageStore = ReturnType<typeof openMessageStore>;

/** The newest hundred messages, at most 20 MB. `file`: undefined for memory. */
export function openMessageStore(file: string | undefined) {
  let messages = (file && readStored(file, z.array(messageSchema))) || [];
  const keep = (next: MailMessage[]) => {
    messages = next;
    if (file) writeStored(file, messages);
  };
  return {
    list: () => [...messages],
    find: (id: string) => messages.find((message) => message.id === id),
    add: (message: MailMessage) => keep(withinBounds([message, ...messages])),
    clear: () => keep([]),
  };
}

/** The newest stays whatever its size, which the SMTP server limits. */
function withinBounds(messages: MailMessage[]): MailMessage[] {
  let characters = 0;
  return messages.slice(0, keptMessages).filter((message, index) => {
    characters += message.text.length + message.html.length + message.subject.length;
    return index === 0 || characters <= keptCharacters;
  });
}
