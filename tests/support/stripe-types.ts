import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** The parts of the parsed declarations that are used here. */
export type TypeNode = {
  type: string
  types?: TypeNode[]
  literal?: { value: string | number | boolean }
  typeName?: NameNode
  typeArguments?: { params: TypeNode[] }
  elementType?: TypeNode
  members?: MemberNode[]
}
export type NameNode = { type: string; name?: string; left?: NameNode; right?: NameNode }
type MemberNode = {
  type: string
  key?: { name?: string; value?: string }
  optional?: boolean
  typeAnnotation: { typeAnnotation: TypeNode }
}
type Statement = {
  type: string
  id?: { name: string } | null
  source?: { value: string } | null
  specifiers?: { type: string; local: { name: string }; imported?: { name: string }; exported?: { name: string } }[]
  declaration?: Statement | null
  body?: { body: unknown[] }
  extends?: { expression: NameNode }[]
  typeAnnotation?: TypeNode
}

/** A named type, and the scope in which its own names are resolved. */
export type Declaration = {
  scope: Scope
  alias?: TypeNode
  members?: MemberNode[]
  parents?: NameNode[]
  /** For a class: each method's parameters and return type. */
  methods?: Map<string, { params: TypeNode[]; answer: TypeNode | undefined }>
}
export class Scope {
  readonly declarations = new Map<string, Declaration>()
  readonly namespaces = new Map<string, Scope>()
  readonly imports = new Map<string, { file: string; name: string | undefined }>()
  /** Names in a namespace that are aliases of outer names. */
  readonly aliases = new Map<string, string>()
  readonly #parent: Scope | undefined

  constructor(parent?: Scope) {
    this.#parent = parent
  }

  /** Resolves a name as TypeScript does: in this scope, then in outer scopes, then in imports. */
  find(names: readonly string[]): Declaration | undefined {
    return this.#own(names) ?? this.#parent?.find(names)
  }

  #own([first = '', ...rest]: readonly string[]): Declaration | undefined {
    if (rest.length === 0 && this.declarations.has(first)) return this.declarations.get(first)
    const namespace = rest.length === 0 ? undefined : this.namespaces.get(first)
    if (namespace !== undefined) return namespace.#own(rest)
    const alias = this.aliases.get(first)
    if (alias !== undefined) return this.#parent?.find([alias, ...rest])
    const imported = this.imports.get(first)
    if (imported === undefined) return undefined
    const names = imported.name === undefined ? rest : [imported.name, ...rest]
    return scopeOf(imported.file).#own(names)
  }
}

const scopes = new Map<string, Scope>()

/** The declarations of one of the package's files, read on first use. */
export function scopeOf(file: string): Scope {
  const known = scopes.get(file)
  if (known !== undefined) return known
  const scope = new Scope()
  scopes.set(file, scope)
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  for (const statement of program.body as unknown as Statement[]) declare(scope, statement, file)
  return scope
}

function declare(scope: Scope, statement: Statement, file: string): void {
  const { type, id, source, specifiers = [] } = statement
  if (source && !source.value.startsWith('.')) return
  if (source) {
    for (const { type: kind, local, imported, exported } of specifiers)
      scope.imports.set((exported ?? local).name, {
        file: declarationsOf(path.resolve(path.dirname(file), source.value)),
        name: kind === 'ImportNamespaceSpecifier' ? undefined : (imported ?? local).name,
      })
    return
  }
  if (statement.declaration) return declare(scope, statement.declaration, file)
  if (type === 'ExportNamedDeclaration')
    for (const { local, exported } of specifiers) scope.aliases.set((exported ?? local).name, local.name)
  if (!id) return
  if (type === 'TSInterfaceDeclaration')
    scope.declarations.set(id.name, {
      scope,
      members: (statement.body?.body ?? []) as MemberNode[],
      parents: (statement.extends ?? []).map(({ expression }) => expression),
    })
  if (type === 'TSTypeAliasDeclaration' && statement.typeAnnotation)
    scope.declarations.set(id.name, { scope, alias: statement.typeAnnotation })
  if (type === 'ClassDeclaration') scope.declarations.set(id.name, { scope, methods: methodsOf(statement) })
  if (type === 'TSModuleDeclaration') {
    const inner = scope.namespaces.get(id.name) ?? new Scope(scope)
    scope.namespaces.set(id.name, inner)
    for (const entry of (statement.body?.body ?? []) as Statement[]) declare(inner, entry, file)
  }
}

type MethodNode = {
  key?: { name?: string }
  value?: {
    params: { name: string; typeAnnotation?: { typeAnnotation: TypeNode } | null }[]
    returnType?: { typeAnnotation: TypeNode } | null
  } | null
}
function methodsOf({ body }: Statement): NonNullable<Declaration['methods']> {
  const methods: NonNullable<Declaration['methods']> = new Map()
  for (const { key, value } of (body?.body ?? []) as MethodNode[]) {
    if (key?.name === undefined || !value) continue
    const params = value.params.flatMap(({ name, typeAnnotation }) =>
      name === 'params' && typeAnnotation ? [typeAnnotation.typeAnnotation] : [],
    )
    methods.set(key.name, { params, answer: value.returnType?.typeAnnotation })
  }
  return methods
}

const declarationsOf = (file: string): string => file.replace(/\.js$/, '.d.ts')

export const namesOf = (node: NameNode): string[] =>
  node.left && node.right ? [...namesOf(node.left), ...namesOf(node.right)] : [node.name ?? '']
