import type { Schema } from './api-docs.queries.ts'

export const nameOfRef = (ref: string): string => ref.split('/').at(-1) ?? ref

/** What a value is, in a few words: "integer, 1 to 30", "Lead[]", "read | search". */
export function typeWords(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOfRef(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeWords).join(' or ')
  if (schema.items !== undefined) return `${typeWords(schema.items)}[]`
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any')
  return [type, range(schema.minimum, schema.maximum, ''), range(schema.minLength, schema.maxLength, ' characters')]
    .filter(Boolean)
    .join(', ')
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}`
  if (to !== undefined) return `at most ${to}${unit}`
  return from === undefined ? '' : `at least ${from}${unit}`
}
