/** The newest hundred messages, at most 20 MB, optionally in a file. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { type MailMessage, messageSchema } from "./message";

const keptMessages = 100;
const keptCharacters = 20_000_000;

export type MessageStore = {
  list(): MailMessage[];
  find(id: string): MailMessage | undefined;
  add(message: MailMessage): void;
  clear(): void;
};

/** `file`: mode 600, because mails contain recovery links; undefined for memory. An unreadable file is moved aside. */
export function openMessageStore(file: string | undefined): MessageStore {
  let messages = file ? readMessages(file) : [];
  const save = () => {
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(messages), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    list: () => [...messages],
    find: (id) => messages.find((message) => message.id === id),
    add: (message) => {
      messages = withinBounds([message, ...messages]);
      save();
    },
    clear: () => {
      messages = [];
      save();
    },
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

function readMessages(file: string): MailMessage[] {
  if (!existsSync(file)) return [];
  try {
    return z.array(messageSchema).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    renameSync(file, `${file}.unreadable`);
    return [];
  }
}
