import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  enum?: (string | number)[]
  const?: unknown
  default?: unknown
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}
export type Parameter = {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
  example?: unknown
}
type Content = Record<string, { schema: Schema; example?: unknown; examples?: Record<string, unknown> }>
export type Operation = {
  operationId: string
  /** The task that it is for. */
  tags: string[]
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { content: Content }
  /** `content` is missing in an answer without a body. */
  responses: Record<string, { description?: string; content?: Content }>
}
/** One operation with its address, for the sections and the table of contents. */
export type Call = { method: string; path: string; operation: Operation }
export type ApiDescription = {
  /** The tasks, in the order of the page. */
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
  'x-errors': Record<string, { status: number; message: string }>
  /** What AI assistants can do. */
  'x-tools': { name: string; scope: string; description: string }[]
}

/** The operations by task, in the order of the document. */
export function callsByTask({ paths, tags }: ApiDescription): [task: string, calls: Call[]][] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return tags.map(({ name }) => [name, calls.filter(({ operation }) => operation.tags.includes(name))])
}

/** The OpenAPI document, which the server generates from the contract. */
export const apiDescriptionQuery = queryOptions({
  queryKey: ['api-description'],
  queryFn: async ({ signal }) => {
    const response = await fetch('/api/v1/openapi.json', { method: 'GET', signal })
    if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
    return (await response.json()) as ApiDescription
  },
})
