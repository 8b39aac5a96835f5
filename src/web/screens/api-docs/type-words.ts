import type { Schema } from './api-docs.queries.ts'

export const nameOfRef = (ref: string): string => ref.split('/').at(-1) ?? ref

/** A short description of a type: "integer, 1 to 30", "Lead[]", "read | search". */
export function typeWords(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOfRef(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeWords).join(' or ')
  if (schema.items !== undefined)
    return [`${typeWords(schema.items)}[]`, range(schema.minItems, schema.maxItems, ' items')]
      .filter(Boolean)
      .join(', ')
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any')
  const { minimum = schema.exclusiveMinimum === 0 && type === 'integer' ? 1 : undefined } = schema
  return [
    schema.format === 'date-time' ? 'date and time' : type,
    range(minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
  ]
    .filter(Boolean)
    .join(', ')
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const [least, most] = [from?.toLocaleString('en-US'), to?.toLocaleString('en-US')]
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (most !== undefined) return `at most ${most}${unit}`
  return least === undefined ? '' : `at least ${least}${unit}`
}
