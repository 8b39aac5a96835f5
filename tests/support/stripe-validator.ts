import { type Declaration, namesOf, type Scope, type TypeNode } from './stripe-types.ts'

/** `sent` is form-encoded, so all leaves are text. `answered` is JSON. */
export type Direction = 'answered' | 'sent'
type Check = { value: unknown; node: TypeNode; scope: Scope; at: string; direction: Direction }

/** How a value differs from Stripe's declared type: unknown, missing, or wrong fields, and values outside an enum. */
export function problemsOf(check: Check): string[] {
  const { node, value, at } = check
  const inner = (other: TypeNode): Check => ({ ...check, node: other })
  switch (node.type) {
    case 'TSUnionType':
      return unionProblems(check)
    case 'TSArrayType':
      return node.elementType ? arrayProblems(check, node.elementType) : []
    case 'TSParenthesizedType':
      return problemsOf(inner((node as unknown as { typeAnnotation: TypeNode }).typeAnnotation))
    case 'TSTypeLiteral':
      return objectProblems(check, { scope: check.scope, members: node.members ?? [] })
    case 'TSTypeReference':
      return referenceProblems(check)
    case 'TSLiteralType':
      return isLeaf(check, node.literal?.value) ? [] : [`${at}: ${show(value)} is not ${show(node.literal?.value)}`]
    default:
      return isKeyword(check)
        ? []
        : [`${at}: ${show(value)} is not a ${node.type.replace(/TS|Keyword/g, '').toLowerCase()}`]
  }
}

function isLeaf({ value, direction }: Check, literal: unknown): boolean {
  return direction === 'sent' ? value === String(literal) : value === literal
}

function isKeyword({ node, value, direction }: Check): boolean {
  const isSent = direction === 'sent'
  switch (node.type) {
    case 'TSStringKeyword':
      return typeof value === 'string'
    case 'TSNumberKeyword':
      return isSent ? typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) : typeof value === 'number'
    case 'TSBooleanKeyword':
      return isSent ? value === 'true' || value === 'false' : typeof value === 'boolean'
    case 'TSNullKeyword':
      return isSent ? value === '' : value === null
    case 'TSVoidKeyword':
    case 'TSUndefinedKeyword':
    case 'TSNeverKeyword':
      return value === undefined
    case 'TSAnyKeyword':
    case 'TSUnknownKeyword':
      return true
    default:
      throw new Error(`No check for ${node.type}`)
  }
}

function referenceProblems(check: Check): string[] {
  const { node, scope, value, at, direction } = check
  const names = namesOf(node.typeName ?? { type: 'Identifier', name: '' })
  const [first] = node.typeArguments?.params ?? []
  const name = names.join('.')
  // Stripe's types allow any text in these enums. Here only the listed values are allowed.
  if (name === 'OtherString') return [`${at}: ${show(value)} is not among the values Stripe names`]
  if (name === 'Array' && first) return arrayProblems(check, first)
  if ((name === 'Response' || name === 'Promise') && first) return problemsOf({ ...check, node: first })
  if ((name === 'ApiList' || name === 'ApiListPromise') && first) return listProblems(check, first)
  if (name === 'Emptyable' && first) return value === '' || value === null ? [] : problemsOf({ ...check, node: first })
  if (name === 'Partial' && first) return partialProblems(check, first)
  if (name === 'Decimal')
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? [] : [`${at}: ${show(value)} is not a decimal`]
  if (name === 'Record') return isObject(value) ? [] : [`${at}: ${show(value)} is not an object`]
  const declaration = scope.find(names)
  if (declaration === undefined) throw new Error(`Stripe’s types name ${name}, which is not found`)
  if (declaration.alias) return problemsOf({ value, node: declaration.alias, scope: declaration.scope, at, direction })
  return objectProblems(check, declaration)
}

function unionProblems(check: Check): string[] {
  const tries = (check.node.types ?? []).filter(node => mayBe(check, node)).map(node => problemsOf({ ...check, node }))
  if (tries.some(problems => problems.length === 0)) return []
  // The most useful problem is the one deepest in the value.
  const best = tries.filter(problems => problems.some(problem => !problem.startsWith(`${check.at}:`)))
  const shortest = best.toSorted((one, other) => one.length - other.length)[0]
  return shortest ?? [`${check.at}: ${show(check.value)} fits none of the values Stripe names`]
}

/** A field of Stripe's objects and events names their type. Skips types with another name. */
function mayBe({ value, scope }: Check, node: TypeNode): boolean {
  if (!isObject(value) || node.type !== 'TSTypeReference' || !node.typeName) return true
  const declaration = scope.find(namesOf(node.typeName))
  if (declaration?.members === undefined) return true
  return ['object', 'type'].every(name => {
    const said = fieldsOf(declaration).get(name)?.node
    return said?.type !== 'TSLiteralType' || said.literal?.value === value[name]
  })
}

function arrayProblems(check: Check, entry: TypeNode): string[] {
  const { value, at } = check
  if (!Array.isArray(value)) return [`${at}: ${show(value)} is not an array`]
  return value.flatMap((item, index) => problemsOf({ ...check, value: item, node: entry, at: `${at}[${index}]` }))
}

function listProblems(check: Check, entry: TypeNode): string[] {
  const { value, at } = check
  if (!isObject(value)) return [`${at}: ${show(value)} is not a list`]
  const { object, data, has_more: hasMore, url, ...rest } = value
  const isList = object === 'list' && typeof hasMore === 'boolean' && typeof url === 'string'
  return [
    ...(isList ? [] : [`${at}: is not a list of Stripe’s`]),
    ...Object.keys(rest).map(name => `${at}.${name}: is not in Stripe’s lists`),
    ...arrayProblems({ ...check, value: data, at: `${at}.data` }, entry),
  ]
}

/** `previous_attributes` contains only parts of the object, and these may be partial too. */
function partialProblems(check: Check, whole: TypeNode): string[] {
  const { value, at } = check
  if (!isObject(value)) return [`${at}: ${show(value)} is not an object`]
  return problemsOf({ ...check, node: whole }).filter(problem => !problem.endsWith(': is missing'))
}

export type Field = { node: TypeNode; scope: Scope; isOptional: boolean }

function objectProblems(check: Check, declaration: Declaration): string[] {
  const { value, at } = check
  if (!isObject(value)) return [`${at}: ${show(value)} is not an object`]
  const fields = fieldsOf(declaration)
  const others = fields.get('*')
  const problems = Object.entries(value).flatMap(([name, entry]) => {
    if (entry === undefined) return []
    const field = fields.get(name) ?? others
    if (field === undefined) return [`${at}.${name}: is not in Stripe’s types`]
    return problemsOf({ ...check, value: entry, node: field.node, scope: field.scope, at: `${at}.${name}` })
  })
  const missing = [...fields].filter(([name, field]) => name !== '*' && !field.isOptional && value[name] === undefined)
  return [...problems, ...missing.map(([name]) => `${at}.${name}: is missing`)]
}

const known = new WeakMap<Declaration, Map<string, Field>>()

export function fieldsOf(declaration: Declaration): Map<string, Field> {
  const fields = known.get(declaration) ?? readFields(declaration)
  known.set(declaration, fields)
  return fields
}

function readFields({ scope, members = [], parents = [] }: Declaration): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const parent of parents)
    for (const [name, field] of fieldsOf(scope.find(namesOf(parent)) ?? { scope })) fields.set(name, field)
  for (const member of members) {
    const node = member.typeAnnotation.typeAnnotation
    const name = member.type === 'TSIndexSignature' ? '*' : (member.key?.name ?? String(member.key?.value))
    fields.set(name, { node, scope, isOptional: member.optional === true || node.type === 'TSVoidKeyword' })
  }
  return fields
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const show = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 80)
