export const law = {
  terms: "Termos de uso",
  privacy: "Política de privacidade",
  help: "Ajuda",
  version: "Versão de {{date}}",
  changed: "Os termos de uso e a política de privacidade mudaram. Você continua usando o Sabiá normalmente.",
  read: "Ler os termos",
  accept: "Aceitar",
  signingUpAccepts: "Ao criar a conta, você aceita os",
  buyingAccepts: "Ao comprar, você aceita os",
  andThe: "e a",
  withdrawal: "Você tem 7 dias para desistir da compra e receber o valor de volta (art. 49 do CDC).",
  contents: "Nesta página",
} as const;
