export const install = {
  label: "Instalar o app",
  text: "Instale o app para uma experiência melhor.",
  ios: "Para instalar o app, toque em Compartilhar e depois em Adicionar à Tela de Início.",
  byHand: "Abra o menu do navegador e escolha “Instalar app” ou “Adicionar à tela inicial”.",
  button: "Instalar",
} as const;
