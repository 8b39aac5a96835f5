import type { z } from 'zod'

/** The same schema with a description of each field. A missing description is a compile error. */
export function described<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  texts: Record<keyof Shape, string>,
): z.ZodObject<z.core.util.Extend<Shape, Shape>> {
  const fields: [string, z.core.$ZodType][] = Object.entries(schema.shape)
  const shape = fields.map(([name, field]) => [name, (field as z.ZodType).describe(texts[name] ?? '')])
  // Also for a schema with a refinement.
  return schema.safeExtend(Object.fromEntries(shape) as never) as never
}
