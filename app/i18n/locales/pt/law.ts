export const law = {
  terms: "Termos de uso",
  privacy: "Política de privacidade",
  help: "Ajuda",
  version: "Versão de {{date}}",
  changed: "Os termos de uso e a política de privacidade mudaram. Você continua usando o Sabiá normalmente.",
  read: "Ler os termos",
  accept: "Aceitar",
  contents: "Nesta página",
} as const;
