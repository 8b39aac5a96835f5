import type { Call } from './api-docs.queries.ts'

export const clientExample = (origin: string): string => `import createClient from 'openapi-fetch'
import type { paths } from './api-v1.ts'

const api = createClient<paths>({
  baseUrl: '${origin}',
  headers: { authorization: \`Bearer \${process.env.LEADLINE_API_KEY}\` },
})`

export function typescriptExample({ method, path, operation }: Call): string {
  const { parameters, requestBody, responses } = operation
  const examplesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter(parameter => parameter.in === place && parameter.example !== undefined)
        .map(({ name, example }) => [name, example]),
    )
  const params = Object.fromEntries(
    ['path', 'query', 'header']
      .map(place => [place, examplesIn(place)] as const)
      .filter(([, given]) => !isEmpty(given)),
  )
  const body = requestBody?.content['application/json']?.example
  const options = {
    ...(isEmpty(params) ? {} : { params }),
    ...(body === undefined ? {} : { body }),
    ...('text/csv' in (responses[200]?.content ?? {}) ? { parseAs: 'blob' } : {}),
  }
  const given = isEmpty(options) ? '' : `, ${literal(options)}`
  return `const { data, error } = await api.${method}('${path}'${given})\nif (error) throw new Error(error.detail)`
}

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0
const isName = /^[a-z_$][\w$]*$/i

/** A value in TypeScript, as people write it: short objects and lists on one line. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
      .replaceAll("'", String.raw`\'`)}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map(each => literal(each, inner))
    : Object.entries(value).map(([name, each]) => `${isName.test(name) ? name : `'${name}'`}: ${literal(each, inner)}`)
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }']
  const line = `${open}${parts.join(', ')}${close}`
  if (line.length + indent.length <= 56 && !line.includes('\n')) return line
  return `${open.trim()}\n${parts.map(part => `${inner}${part},\n`).join('')}${indent}${close.trim()}`
}
