import { brandColours, brandName, type ColourToken, logoGrid, logoShapes } from "~/brand";

function bird(paint: (token: ColourToken) => string): string {
  return logoShapes.map(({ token, path }) => `<path ${paint(token)} d="${path}"/>`).join("");
}

function rules(colours: Record<ColourToken, string>): string {
  return logoShapes.map(({ token }) => `.${token}{fill:${colours[token]}}`).join("");
}

/** `public/favicon.svg`: the bird alone, in the colours of the browser's own preference. */
export function faviconSvg(): string {
  const { light, dark } = brandColours;
  const style = `<style>${rules(light)}@media (prefers-color-scheme:dark){${rules(dark)}}</style>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${logoGrid} ${logoGrid}"><title>${brandName}</title>${style}${bird((token) => `class="${token}"`)}</svg>\n`;
}

/** The bird in light colours without a ground, for browsers that take no SVG. */
export function bareSvg(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${logoGrid} ${logoGrid}">${bird((token) => `fill="${brandColours.light[token]}"`)}</svg>`;
}

/** The bird on a full cream ground, for systems that cut the icon's corners themselves. `share` is the bird's part of the side. */
export function tileSvg(share: number): string {
  const margin = (logoGrid * (1 - share)) / 2;
  const { light } = brandColours;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${logoGrid} ${logoGrid}"><rect width="${logoGrid}" height="${logoGrid}" fill="${light["primary-soft"]}"/><g transform="translate(${margin} ${margin}) scale(${share})">${bird((token) => `fill="${light[token]}"`)}</g></svg>`;
}
