export const law = {
  terms: "Termos de uso",
  privacy: "Política de privacidade",
  help: "Ajuda",
  version: "Versão de {{date}}",
  contents: "Nesta página",
} as const;
