import type { support as pt } from "../pt/support";

export const support: Record<keyof typeof pt, string> = {
  intro: "Tell us what happened. We answer by e-mail within 5 business days.",
  email: "Your e-mail",
  emailHint: "The answer goes to this address.",
  message: "Message",
  purchase: "Purchase number",
  purchaseHint: "It is on the receipt, such as SB-7K3M-92.",
  code: "Error code",
  codeHint: "If an error page showed one.",
  send: "Send message",
  sending: "Sending…",
  sent: "Message sent",
  sentText: "We answer by e-mail within 5 business days.",
  tooMany: "We received several messages from here. Try again in an hour.",
};
