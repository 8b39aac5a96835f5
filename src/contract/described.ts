import type { z } from 'zod'

/** The same schema with a description of each field. A missing description is a compile error. */
export function described<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  texts: Record<keyof Shape, string>,
): z.ZodObject<z.core.util.Extend<Shape, Shape>> {
  const fields: [string, z.core.$ZodType][] = Object.entries(schema.shape)
  const shape = fields.map(([name, field]) => [name, (field as z.ZodType).describe(texts[name] ?? '')])
  return schema.extend(Object.fromEntries(shape) as Shape)
}
