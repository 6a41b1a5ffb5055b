import type { z } from "zod";

/** Maximum characters of a field whose schema declares no maximum: a number, code, date or choice. */
const shortFieldMaxLength = 200;

/** The properties of zod's definitions that are read here. */
interface Definition {
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  options?: z.core.$ZodType[];
}

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition;

/** Returns the maximum characters of each field of a form, as its schema declares it (`.max`). */
export function listFieldLimits(schema: z.core.$ZodType): ReadonlyMap<string, number> {
  const known = limitsOfForms.get(schema);
  if (known) return known;
  const limits = new Map<string, number>();
  for (const form of listParts(schema)) {
    for (const [name, field] of Object.entries(definitionOf(form).shape ?? {})) {
      const declared = listParts(field).flatMap((part) => (part as Partial<z.ZodString>).maxLength ?? []);
      const max = declared.length > 0 ? Math.max(...declared) : shortFieldMaxLength;
      limits.set(name, Math.max(limits.get(name) ?? 0, max));
    }
  }
  limitsOfForms.set(schema, limits);
  return limits;
}

const limitsOfForms = new WeakMap<z.core.$ZodType, ReadonlyMap<string, number>>();

/** Returns a schema and those that it wraps: of an optional field, a transformed field or a union. */
function listParts(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { innerType, in: before, out: after, options = [] } = definitionOf(schema);
  const wrapped = [innerType, before, after, ...options].filter((part) => part !== undefined);
  return [schema, ...wrapped.flatMap(listParts)];
}
