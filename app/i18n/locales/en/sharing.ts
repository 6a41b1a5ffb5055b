export const sharing = {
  share: "Share",
  whatsapp: "Send by WhatsApp",
  copy: "Copy",
  copied: "Copied",
  copyLink: "Copy the link",
  shareOf: "Share: {{title}}",
} as const;
