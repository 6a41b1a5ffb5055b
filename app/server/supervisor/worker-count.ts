const maxWorkers = 64;

/**
 * Returns how many workers WEB_CONCURRENCY asks for: its number, one per core for `auto`, otherwise 1. An invalid value
 * counts as 1, because the worker refuses it together with other invalid variables.
 */
export function countWorkers(value: string | undefined, cores: number): number {
  const wanted = value === "auto" ? cores : Number(value ?? 1);
  return Number.isInteger(wanted) && wanted >= 1 ? Math.min(wanted, maxWorkers) : 1;
}
