/**
 * Returns whether a value is an error of this name, in place of `instanceof`: the server and the pages are separate
 * bundles with their own copies of each class.
 */
export function isErrorNamed(value: unknown, name: string): boolean {
  return value instanceof Error && value.name === name;
}
