import { createRequire } from "node:module";
import type { MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { brandName } from "~/brand";
import { removeAccents } from "~/i18n/accents";
import type { MessageKey } from "~/i18n/message-key";
import { adminPasswordMinLength } from "./sign-in-limits";

/** Words of Brazilian passwords, the most common first, that zxcvbn-ts lacks or ranks too low. Written for this product. */
const brazilianPasswords = `
senha mudar trocar @123 123@ @1234 #123 @12 @2023 @2024 @2025 @2026 @2027 mudar123 trocar123 senha123 mudar@123
trocar@123 senha@123 acesso@123 acesso123 brasil@123 admin@123 minhasenha novasenha senhanova semsenha suasenha
sabia sabiá teste teste123 acesso entrar padrao padrão primeiroacesso bemvindo
flamengo mengao mengão corinthians timao timão palmeiras verdao verdão saopaulo sãopaulo tricolor santos peixe vasco
vascodagama gigantedacolina fluminense flu botafogo fogao fogão cruzeiro raposa atletico atlético galo galodoido gremio
grêmio imortal internacional colorado bahia vitoria vitória sport nautico náutico santacruz fortaleza ceara ceará
athletico furacao furacão coritiba coxa chapecoense chape goias goiás avai avaí figueirense pontepreta guarani
deusefiel deuséfiel deus jesus jesuscristo jesusteama senhorjesus deusnocomando nossasenhora aparecida fiel gloria
teamo euteamo meuamor minhavida amor amormeu familia família minhafamilia saudade princesa gatinha gatinho
brasil brasileiro brasilia hexa seleção selecao pele pelé neymar
q1w2e3 1q2w3e 1q2w3e4r qazwsx asdfghjklç çlkjhg qwertyuiopç 123mudar abcd1234 a1b2c3
`
  .trim()
  .split(/\s+/);

interface PasswordOwner {
  email: string;
  /** Name, shop name, handle. */
  names: readonly (string | null | undefined)[];
  isAdmin?: boolean;
}

/** Guesses of six random characters (product.md, Constants): decades at the limits of sign-in (`sign-in-limits.ts`). */
const minGuesses = 1_000_000;

/** The cost grows faster than the length. A password this strong so far is accepted. */
const examinedLength = 24;

const load = createRequire(import.meta.url);
let factory: ZxcvbnFactory | undefined;

/** Loaded at first use: 10 MB of source, 0.6 seconds. */
function estimator(): ZxcvbnFactory {
  if (factory) return factory;
  const { ZxcvbnFactory: Factory } = load("@zxcvbn-ts/core") as typeof import("@zxcvbn-ts/core");
  const common = load("@zxcvbn-ts/language-common") as typeof import("@zxcvbn-ts/language-common");
  const english = load("@zxcvbn-ts/language-en") as typeof import("@zxcvbn-ts/language-en");
  const portuguese = load("@zxcvbn-ts/language-pt-br") as typeof import("@zxcvbn-ts/language-pt-br");
  factory = new Factory({
    dictionary: {
      ...common.dictionary,
      ...english.dictionary,
      ...portuguese.dictionary,
      brazilian: brazilianPasswords,
    },
    graphs: common.adjacencyGraphs,
    maxLength: examinedLength,
    l33tMaxSubstitutions: 5,
  });
  return factory;
}

/** Returns the message with the remedy; undefined if accepted. */
export function refuseNewPassword(password: string, owner: PasswordOwner): MessageKey | undefined {
  if (owner.isAdmin && password.length < adminPasswordMinLength) return "accounts.passwordAdminShort";
  const { guesses, sequence } = estimator().check(password.slice(0, examinedLength), wordsOf(owner));
  return guesses < minGuesses ? messageFor(sequence) : undefined;
}

const notInWords = /[^\p{L}\p{N}]+/gu;

/** Of names, e-mail and product, with and without accents and spaces. */
function wordsOf({ email, names }: PasswordOwner): string[] {
  const texts = [...names, email, brandName].map((text) => (text ?? "").toLowerCase());
  const words = texts.flatMap((text) => [text, ...text.split(notInWords), text.replace(notInWords, "")]);
  const plain = words.map(removeAccents);
  return [...new Set([...words, ...plain])].filter((word) => word.length > 2).slice(0, 100);
}

function messageFor(sequence: readonly MatchExtended[]): MessageKey {
  if (sequence.some(({ dictionaryName }) => dictionaryName === "userInputs"))
    return "accounts.passwordPersonal";
  const [longest] = [...sequence].sort((one, other) => other.token.length - one.token.length);
  if (longest?.pattern === "repeat") return "accounts.passwordRepeated";
  if (longest?.pattern === "sequence" || longest?.pattern === "spatial") return "accounts.passwordSequence";
  if (longest?.pattern === "date" || longest?.pattern === "regex") return "accounts.passwordDate";
  return sequence.length === 1 && longest?.dictionaryName === "passwords-common"
    ? "accounts.passwordCommon"
    : "accounts.passwordGuessable";
}
