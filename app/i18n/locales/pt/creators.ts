export const sharing = {
  share: "Compartilhar",
  whatsapp: "Enviar pelo WhatsApp",
  apps: "Outros aplicativos",
  copy: "Copiar",
  copied: "Copiado",
  copyLink: "Copiar o link",
  shareOf: "Compartilhar: {{title}}",
} as const;

/** Texts of creators' public pages. */
export const creators = {
  teaches: "Quem ensina",
  toPage: "Ver página",
  toPageOf: "Ver página de {{name}}",
  rating: "Nota",
  students: "Alunos",
  videos: "Vídeos",
  studentsOf: "{{number}} alunos",
  oneStudent: "1 aluno",
  videosOf: "{{number}} vídeos",
  oneVideo: "1 vídeo",
  videosBy: "Vídeos de {{name}}",
  noVideos: "Nenhum vídeo à venda no momento.",
  moreVideos: "Ver mais vídeos",
  sayings: "O que os alunos dizem",
  moreSayings: "Mais avaliações",
  inVideo: "em {{title}}",
  linksOf: "Links de {{name}}",
  notPublic: "Só você vê esta página por enquanto: ela fica pública quando você tiver um vídeo à venda.",
  editPage: "Editar página",
} as const;
