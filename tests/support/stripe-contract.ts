import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { decodeForm } from '#sandbox/api/form-body.ts'
import { type Exchange, exchanges } from '#sandbox/exchanges.ts'
import { type Scope, scopeOf, type TypeNode } from './stripe-types.ts'
import { problemsOf } from './stripe-validator.ts'

const packageFolder = path.resolve(import.meta.dirname, '../../node_modules/stripe/esm')
const resources = path.join(packageFolder, 'resources')

type Operation = { method: string; path: RegExp; params: TypeNode | undefined; answer: TypeNode; scope: Scope }
let read: Operation[] | undefined

/** Every call of the stripe package. The paths are in its code, the types in its declarations. */
export function operations(): Operation[] {
  read ??= globSync('**/*.js', { cwd: resources, exclude: ['V2/**'] }).flatMap(operationsIn)
  return read
}

function operationsIn(file: string): Operation[] {
  const code = readFileSync(path.join(resources, file), 'utf8')
  const calls = code.matchAll(
    /^ {4}(\w+)\([^)]*\) \{\s*return this\._makeRequest\('(GET|POST|DELETE)', (['`])(\/v1\/.*?)\3, params/gms,
  )
  const [, className = ''] = /export class (\w+) extends/.exec(code) ?? []
  const scope = scopeOf(path.join(resources, file.replace(/\.js$/, '.d.ts')))
  const methods = scope.find([className])?.methods
  return [...calls].flatMap(([, name = '', method = '', , url = '']) => {
    const declared = methods?.get(name)
    if (declared?.answer === undefined) return []
    const pattern = url.replaceAll(/\$\{encodeURIComponent\(\w+\)\}/g, '[^/]+')
    return [{ method, path: new RegExp(`^${pattern}$`), params: declared.params[0], answer: declared.answer, scope }]
  })
}

/** What does not match the package's own types in a call or event. */
export function contractProblems(exchange: Exchange): string[] {
  return exchange.kind === 'event' ? eventProblems(exchange.body) : callProblems(exchange)
}

function callProblems({ method, url, sent, status, body }: Extract<Exchange, { kind: 'call' }>): string[] {
  const [pathname = '', query = ''] = url.split('?')
  const fitting = operations().filter(operation => operation.method === method && operation.path.test(pathname))
  // A literal path wins over one with an id: /v1/invoices/create_preview.
  const operation = fitting.toSorted((one, other) => one.path.source.length - other.path.source.length).at(-1)
  const at = `${method} ${pathname}`
  const exact = fitting.find(({ path: pattern }) => pattern.source === `^${pathname.replaceAll('/', '\\/')}$`)
  const found = exact ?? operation
  if (found === undefined) return [`${at}: the stripe package does not have this call`]
  const { key: _key, ...params } = { ...decodeForm(query), ...decodeForm(sent) }
  const sentProblems =
    Object.keys(params).length === 0 && found.params === undefined
      ? []
      : found.params === undefined
        ? [`${at}: takes no parameters`]
        : problemsOf({ value: params, node: found.params, scope: found.scope, at: `${at} sent`, direction: 'sent' })
  return [
    ...sentProblems,
    ...(status === 200
      ? problemsOf({ value: body, node: found.answer, scope: found.scope, at: `${at} answered`, direction: 'answered' })
      : errorProblems(body, at)),
  ]
}

const errorTypes = new Set(['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'])

function errorProblems(body: unknown, at: string): string[] {
  const { error } = body as { error?: Record<string, unknown> }
  if (error === undefined) return [`${at}: a refusal without an error`]
  const lastError: TypeNode = {
    type: 'TSTypeReference',
    typeName: {
      type: 'TSQualifiedName',
      left: { type: 'Identifier', name: 'PaymentIntent' },
      right: { type: 'Identifier', name: 'LastPaymentError' },
    },
  }
  const scope = scopeOf(path.join(resources, 'PaymentIntents.d.ts'))
  const own = errorTypes.has(String(error.type)) ? [] : [`${at}: ${String(error.type)} is not an error type`]
  return [...own, ...problemsOf({ value: error, node: lastError, scope, at: `${at} refused`, direction: 'answered' })]
}

function eventProblems(body: unknown): string[] {
  const scope = scopeOf(path.join(resources, 'Events.d.ts'))
  const { type } = body as { type: string }
  const name = [...scope.declarations].find(([, { members = [] }]) =>
    members.some(
      ({ key, typeAnnotation }) => key?.name === 'type' && typeAnnotation.typeAnnotation.literal?.value === type,
    ),
  )?.[0]
  if (name === undefined) return [`${type}: Stripe has no such event`]
  const node: TypeNode = { type: 'TSTypeReference', typeName: { type: 'Identifier', name } }
  return problemsOf({ value: body, node, scope, at: type, direction: 'answered' })
}

/** Checks every call to the sandbox in this test file, its answer, and its events against Stripe's own types. */
export function holdToStripeContract(): void {
  const problems: string[] = []
  const check = (exchange: unknown) => problems.push(...contractProblems(exchange as Exchange))
  beforeAll(() => subscribe(exchanges, check))
  afterAll(() => unsubscribe(exchanges, check))
  afterEach(() => expect([...new Set(problems.splice(0))]).toEqual([]))
}
