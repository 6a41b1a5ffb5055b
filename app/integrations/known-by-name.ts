/** In place of `instanceof`: server and pages are separate bundles with their own copies of each class. */
export function isErrorNamed(value: unknown, name: string): boolean {
  return value instanceof Error && value.name === name;
}
