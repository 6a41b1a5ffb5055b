export const sharing = {
  share: "Share",
  whatsapp: "Send by WhatsApp",
  apps: "Other apps",
  copy: "Copy",
  copied: "Copied",
  copyLink: "Copy the link",
  shareOf: "Share: {{title}}",
} as const;
