export const player = {
  expires: "O link de acesso a este vídeo expira em 1 hora.",
  loadFailed: "Erro ao carregar vídeo",
  linkFailed: "Não foi possível gerar link de acesso",
  noScriptYet: "Sem JavaScript, este vídeo pode levar mais alguns minutos para tocar neste navegador.",
  converting:
    "Este vídeo ainda está sendo convertido e pode não tocar neste navegador. Se não tocar, volte em alguns minutos.",
  formatDoubt: "O formato deste vídeo não toca em todos os navegadores. Se não tocar neste, tente em outro.",
  resumes: "Continuando de {{time}}",
  chapters: "Capítulos",
  receipt: "Ver o recibo",
  label: "Vídeo: {{title}}",
} as const;
