import { paramError } from "./api-error";

export type FormValue = string | FormValue[] | { [key: string]: FormValue };
type Node = string | Branch;
interface Branch extends Map<string, Node> {}

const MAX_FIELDS = 500;
const MAX_DEPTH = 8;
const KEY = /^[^[\]]+(?:\[[^[\]]*\])*$/;

/** `a[b][0][c]=1` is `{ a: { b: [{ c: "1" }] } }`, `a[]=1` appends. Throws ApiError for keys that make no tree. */
export function parseForm(text: string): { [key: string]: FormValue } {
  const root: Branch = new Map();
  let fields = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    if (++fields > MAX_FIELDS) throw paramError(key, undefined, "Too many parameters");
    insert(root, key, value);
  }
  return Object.fromEntries([...root].map(([key, node]) => [key, toValue(node)]));
}

/** Independent of the order of fields: "the same parameters" of an idempotency key. */
export function canonicalForm(text: string): string {
  const fields = new URLSearchParams(text);
  fields.sort();
  return fields.toString();
}

function insert(root: Branch, key: string, value: string): void {
  const path = KEY.test(key) ? key.replaceAll("]", "").split("[") : [];
  const last = path.pop();
  if (last === undefined || path.length >= MAX_DEPTH || key.includes("__proto__")) {
    throw paramError(key, "parameter_unknown", `Received unknown parameter: ${key}`);
  }
  let branch = root;
  for (const step of path) {
    const name = step === "" ? String(branch.size) : step;
    const next = branch.get(name) ?? new Map<string, Node>();
    if (typeof next === "string") throw conflict(key);
    branch.set(name, next);
    branch = next;
  }
  const name = last === "" ? String(branch.size) : last;
  if (typeof (branch.get(name) ?? "") !== "string") throw conflict(key);
  branch.set(name, value);
}

function toValue(node: Node): FormValue {
  if (typeof node === "string") return node;
  const entries = [...node].map(([key, child]): [string, FormValue] => [key, toValue(child)]);
  const isList = entries.every(([key]) => /^\d{1,4}$/.test(key));
  if (!isList) return Object.fromEntries(entries);
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}

function conflict(key: string) {
  return paramError(key, undefined, `Invalid ${key}: it is given both as a value and as an object`);
}
