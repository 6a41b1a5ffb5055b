export const sharing = {
  share: "Compartilhar",
  whatsapp: "Enviar pelo WhatsApp",
  apps: "Outros aplicativos",
  copy: "Copiar",
  copied: "Copiado",
  copyLink: "Copiar o link",
  shareOf: "Compartilhar: {{title}}",
} as const;
