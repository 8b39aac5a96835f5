import { z } from 'zod'
import type { Schema } from '#contract/endpoint.ts'
import { factsInputs, factsOutputs } from '#contract/public-api/api-v1-facts.ts'
import { matchInputs, matchOutputs } from '#contract/public-api/api-v1-match.ts'
import { apiInputs, apiOutputs } from '#contract/public-api/api-v1-schemas.ts'
import { triggerOutputs } from '#contract/public-api/api-v1-triggers.ts'
import { webhookInputs, webhookOutputs } from '#contract/public-api/api-v1-webhooks.ts'
import { workInputs, workOutputs } from '#contract/public-api/api-v1-work-schemas.ts'

export type Json = Record<string, unknown>
type Io = 'input' | 'output'

const registries: Record<Io, z.core.$ZodRegistry<{ id: string }>> = {
  input: registryOf({ ...apiInputs, ...workInputs, ...factsInputs, ...matchInputs, ...webhookInputs }),
  output: registryOf({
    ...apiOutputs,
    ...workOutputs,
    ...factsOutputs,
    ...matchOutputs,
    ...triggerOutputs,
    ...webhookOutputs,
  }),
}

function registryOf(schemas: Record<string, Schema>): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  return registry
}

const addressOf = (name: string): string => `#/components/schemas/${name}`

export const componentSchemas = (): Json => ({ ...schemasOf('input'), ...schemasOf('output') })

function schemasOf(io: Io): Json {
  const { schemas } = z.toJSONSchema(registries[io], { io, uri: addressOf, override: each => simplify(each, io) })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutAddress(schema)]))
}

export function referenceTo(schema: Schema, io: Io): Json {
  if (schema instanceof z.ZodArray) return { type: 'array', items: referenceTo(schema.element, io) }
  const id = registries[io].get(schema)?.id
  if (id === undefined) throw new Error('A request or response schema of the API has no name')
  return { $ref: addressOf(id) }
}

/** The schema of parameters, or of a tool's input or output, without references to other schemas. */
export const toolSchema = (schema: Schema, io: Io): Json =>
  withoutAddress(z.toJSONSchema(schema, { io, override: each => simplify(each, io) }))

/** Removes `$id`, because references in the schema would become relative to it. */
function withoutAddress(schema: object): Json {
  const { $schema: _version, $id: _address, ...content } = schema as Json
  return content
}

/**
 * Allows additional fields in responses, because there may be more fields later. Removes the limits of JavaScript
 * numbers and the pattern of dates, because they say nothing new. Programs read the format of a day, people its words.
 */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }, io: Io): void {
  if (io === 'output') delete jsonSchema.additionalProperties
  if (jsonSchema.description?.includes('YYYY-MM-DD')) jsonSchema.format = 'date'
  if (jsonSchema.format?.startsWith('date')) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
