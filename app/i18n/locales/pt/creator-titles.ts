/** Titles of the creators' pages. */
export const creatorTitles = {
  dashboard: "Dashboard",
  myVideos: "Meus vídeos",
  upload: "Enviar novo vídeo",
  coupons: "Cupons",
  announcements: "Recados",
  courses: "Cursos",
  editCourse: "Aulas do curso",
  figures: "Números",
  shareVideo: "Divulgar o vídeo",
  guests: "Convidados",
  profile: "Sua página",
  cover: "Criar uma capa",
  year: "Informe anual",
  payments: "Configurações de pagamento",
  deleteVideo: "Excluir vídeo",
  editVideo: "Editar vídeo",
  attachments: "Arquivos do vídeo",
  captions: "Legendas",
  payoutStatement: "Extrato do repasse",
  questions: "Perguntas",
} as const;

export type CreatorTitles = Readonly<Record<keyof typeof creatorTitles, string>>;
