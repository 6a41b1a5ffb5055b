/** The demo's shop, newest first. `creator` is an index into `demoCreators`; `asset` names clip and thumbnail. */
export const demoVideos = [
  {
    asset: "violao-para-iniciantes",
    creator: 0,
    title: "Violão para iniciantes: os quatro primeiros acordes",
    description:
      "Em uma tarde você toca sua primeira música. Postura, afinação e os acordes de Sol, Dó, Ré e Mi menor, com calma e sem palavra difícil.",
    priceCents: 4990,
  },
  {
    asset: "excel-do-zero",
    creator: 1,
    title: "Excel do zero: a planilha que organiza a sua casa",
    description:
      "Somas, porcentagens e um orçamento doméstico que se atualiza sozinho. Serve também no LibreOffice.",
    priceCents: 3900,
  },
  {
    asset: "pao-de-fermentacao-natural",
    creator: 2,
    title: "Pão de fermentação natural sem mistério",
    description:
      "Do fermento ao forno: como criar o levain, ler a massa e assar um pão de casca grossa em forno comum.",
    priceCents: 5900,
  },
  {
    asset: "ingles-para-viagem",
    creator: 1,
    title: "Inglês para viagem: aeroporto, hotel e restaurante",
    description: "As quarenta frases que resolvem quase tudo, com pronúncia devagar e situações reais.",
    priceCents: 4500,
  },
  {
    asset: "fotografia-com-celular",
    creator: 2,
    title: "Fotografia com celular: luz da janela",
    description:
      "Retratos bonitos com o que você já tem: uma janela, uma parede clara e três ajustes da câmera.",
    priceCents: 3490,
  },
  {
    asset: "matematica-fracoes",
    creator: 1,
    title: "Matemática: frações que fazem sentido",
    description:
      "Somar, comparar e dividir frações com desenhos. Para quem tem medo de matemática e para quem ensina.",
    priceCents: 1990,
  },
  {
    asset: "costura-basica",
    creator: 0,
    title: "Costura básica: conserte suas roupas",
    description: "Barra, botão, zíper e remendo, à mão e à máquina. Material simples e moldes para baixar.",
    priceCents: 2990,
  },
  {
    asset: "horta-em-apartamento",
    creator: 2,
    title: "Horta em apartamento: temperos o ano todo",
    description:
      "Vasos, terra, sol e água na medida: manjericão, cebolinha e hortelã que duram na sua janela.",
    priceCents: 2490,
  },
  {
    asset: "edicao-de-video",
    creator: 0,
    title: "Edição de vídeo no celular: corte com ritmo",
    description:
      "Cortes, legendas e trilha para vídeos curtos que prendem a atenção, só com programas gratuitos.",
    priceCents: 5490,
  },
  {
    asset: "yoga-em-15-minutos",
    creator: 2,
    title: "Yoga em 15 minutos: costas sem dor",
    description: "Uma sequência suave para quem passa o dia sentado. Sem tapete caro e sem pressa.",
    priceCents: 1990,
  },
  {
    asset: "python-para-curiosos",
    creator: 1,
    title: "Python para curiosos: seu primeiro programa",
    description:
      "Variáveis, laços e um programa que organiza fotos por data. Nenhuma experiência é necessária.",
    priceCents: 6900,
  },
  {
    asset: "cafe-coado",
    creator: 0,
    title: "Café coado: a xícara perfeita",
    description:
      "Moagem, água, tempo e proporção. Um método simples para um café doce e limpo todos os dias.",
    priceCents: 50,
  },
] as const;
