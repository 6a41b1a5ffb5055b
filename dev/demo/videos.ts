/** The demo's shop, newest first. `creator` is an index into `demoCreators`; `asset` names clip and thumbnail. */
export const demoVideos = [
  {
    asset: "violao-para-iniciantes",
    topic: "musica",
    creator: 0,
    title: "Violão para iniciantes: os quatro primeiros acordes",
    description:
      "Em uma tarde você toca sua primeira música. Postura, afinação e os acordes de Sol, Dó, Ré e Mi menor, com calma e sem palavra difícil.",
    outcomes: [
      "Afinar o violão de ouvido e pelo celular",
      "Trocar de acorde sem parar o ritmo",
      "Sentar e segurar o violão sem dor",
      "Tocar uma música inteira com quatro acordes",
    ],
    priceCents: 4990,
  },
  {
    asset: "excel-do-zero",
    topic: "negocios-e-financas",
    creator: 1,
    title: "Excel do zero: a planilha que organiza a sua casa",
    description:
      "Somas, porcentagens e um orçamento doméstico que se atualiza sozinho. Serve também no LibreOffice.",
    outcomes: [
      "Somar, filtrar e calcular porcentagens",
      "Montar um orçamento que se atualiza sozinho",
      "Proteger as células para ninguém apagar fórmulas",
    ],
    priceCents: 3900,
  },
  {
    asset: "pao-de-fermentacao-natural",
    topic: "culinaria",
    creator: 2,
    title: "Pão de fermentação natural sem mistério",
    description:
      "Do fermento ao forno: como criar o levain, ler a massa e assar um pão de casca grossa em forno comum.\n\nVocê vai precisar de:\n- farinha de trigo e farinha integral\n- uma balança de cozinha\n- uma panela de ferro com tampa, ou uma assadeira",
    outcomes: [
      "Criar e alimentar o próprio levain",
      "Ler a massa sem depender do relógio",
      "Modelar sem rasgar a casca",
      "Assar com vapor em forno comum",
      "Guardar o fermento por semanas",
      "Reconhecer o ponto pelo som da casca",
    ],
    priceCents: 5900,
  },
  {
    asset: "ingles-para-viagem",
    topic: "idiomas",
    creator: 1,
    title: "Inglês para viagem: aeroporto, hotel e restaurante",
    description: "As quarenta frases que resolvem quase tudo, com pronúncia devagar e situações reais.",
    outcomes: [
      "Passar pela imigração sem susto",
      "Pedir, pagar e reclamar no restaurante",
      "Entender números, horários e portões",
    ],
    priceCents: 4500,
  },
  {
    asset: "fotografia-com-celular",
    topic: "fotografia",
    creator: 2,
    title: "Fotografia com celular: luz da janela",
    description:
      "Retratos bonitos com o que você já tem: uma janela, uma parede clara e três ajustes da câmera.",
    outcomes: [
      "Usar a luz da janela a seu favor",
      "Travar foco e exposição",
      "Compor um retrato com fundo simples",
    ],
    priceCents: 3490,
  },
  {
    asset: "matematica-fracoes",
    topic: "escola-e-ciencias",
    creator: 1,
    title: "Matemática: frações que fazem sentido",
    description:
      "Somar, comparar e dividir frações com desenhos. Para quem tem medo de matemática e para quem ensina.",
    outcomes: [
      "Ver frações como partes de um desenho",
      "Somar sem decorar regra",
      "Dividir e explicar por que funciona",
    ],
    priceCents: 1990,
  },
  {
    asset: "costura-basica",
    attachment: { asset: "moldes-de-costura", name: "Moldes: bolso e remendos" },
    topic: "costura-e-artesanato",
    creator: 0,
    title: "Costura básica: conserte suas roupas",
    description: "Barra, botão, zíper e remendo, à mão e à máquina. Material simples e moldes para baixar.",
    outcomes: [
      "Fazer barra à mão e à máquina",
      "Pregar botão que não solta",
      "Trocar um zíper",
      "Remendar sem deixar marca",
    ],
    priceCents: 2990,
  },
  {
    asset: "horta-em-apartamento",
    topic: "casa-e-jardim",
    creator: 2,
    title: "Horta em apartamento: temperos o ano todo",
    description:
      "Vasos, terra, sol e água na medida: manjericão, cebolinha e hortelã que duram na sua janela.",
    outcomes: ["Escolher vaso, terra e lugar", "Regar na medida", "Colher sem matar a planta"],
    priceCents: 2490,
  },
  {
    asset: "edicao-de-video",
    topic: "video-e-edicao",
    creator: 0,
    title: "Edição de vídeo no celular: corte com ritmo",
    description:
      "Cortes, legendas e trilha para vídeos curtos que prendem a atenção, só com programas gratuitos.",
    outcomes: [
      "Cortar no tempo da música",
      "Pôr legendas que todos leem",
      "Exportar no tamanho certo de cada rede",
    ],
    priceCents: 5490,
  },
  {
    asset: "yoga-em-15-minutos",
    topic: "saude-e-bem-estar",
    creator: 2,
    title: "Yoga em 15 minutos: costas sem dor",
    description: "Uma sequência suave para quem passa o dia sentado. Sem tapete caro e sem pressa.",
    outcomes: [
      "Soltar a lombar em quinze minutos",
      "Respirar junto com o movimento",
      "Adaptar cada postura ao seu corpo",
    ],
    priceCents: 1990,
  },
  {
    asset: "python-para-curiosos",
    topic: "programacao-e-tecnologia",
    creator: 1,
    title: "Python para curiosos: seu primeiro programa",
    description:
      "Variáveis, laços e um programa que organiza fotos por data. Nenhuma experiência é necessária.",
    outcomes: [
      "Instalar o Python e rodar o primeiro programa",
      "Usar variáveis, laços e funções",
      "Organizar fotos por data",
      "Ler uma mensagem de erro sem medo",
    ],
    priceCents: 6900,
  },
  {
    asset: "cafe-coado",
    topic: "culinaria",
    creator: 0,
    title: "Café coado: a xícara perfeita",
    description:
      "Moagem, água, tempo e proporção. Um método simples para um café doce e limpo todos os dias.",
    outcomes: ["Acertar a moagem", "Medir água e pó", "Controlar o tempo de extração"],
    priceCents: 50,
  },
] as const;
