import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')

export type Import = {
  /** Path from the project's root, e.g. `src/contract/plans.ts`, or the package as imported, e.g. `zod`, `node:fs`. */
  target: string
  isPackage: boolean
  /** The imported names; empty if the whole module is imported. */
  names: string[]
  /** True if the import does not exist at run time. */
  isTypeOnly: boolean
}
export type SourceFile = {
  path: string
  imports: Import[]
  readsEnvironment: boolean
  /** True if it reads JSON without the limit of `parseJson`. */
  parsesJson: boolean
  /** True if it accesses `mailer` on any object. */
  usesMailer: boolean
  /** True if a text in it is SQL that reads or writes a table. */
  hasSql: boolean
}

/** Every source file of the product except tests. */
export function readSourceFiles(): SourceFile[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter(file => !/\.test\.tsx?$/.test(file))
    .map(file => readSourceFile(file, readFileSync(path.join(root, file), 'utf8')))
}

export function readSourceFile(file: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const importOf = (specifier: string, isTypeOnly: boolean, names: string[] = []): Import => ({
    ...resolve(file, specifier),
    isTypeOnly,
    names,
  })
  return {
    path: file,
    imports: [
      ...module.staticImports.map(({ moduleRequest, entries }) =>
        importOf(
          moduleRequest.value,
          entries.length > 0 && entries.every(entry => entry.isType),
          entries.flatMap(({ importName }) => importName.name ?? []),
        ),
      ),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [importOf(moduleRequest.value, isType)] : [])),
      ),
      ...module.dynamicImports.map(({ moduleRequest }) =>
        importOf(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), false),
      ),
    ],
    readsEnvironment: readsEnvironment(program),
    parsesJson: /\bJSON\.parse\(/.test(text),
    usesMailer: usesMailer(program),
    hasSql: hasSql(program),
  }
}

const wings: Record<string, string> = {
  '#contract/': 'src/contract/',
  '#domains/': 'src/domains/',
  '#geography/': 'src/geography/',
  '#json/': 'src/json/',
  '#place-files/': 'src/place-files/',
  '#sandbox/': 'src/sandbox/',
  '#server/': 'src/server/',
  '#site-reader/': 'src/site-reader/',
  '#tests/': 'tests/',
  '#threads/': 'src/threads/',
  '#web/': 'src/web/',
  '#words/': 'src/words/',
}

function resolve(file: string, specifier: string): Pick<Import, 'target' | 'isPackage'> {
  const alias = Object.keys(wings).find(start => specifier.startsWith(start))
  if (alias !== undefined) return { target: specifier.replace(alias, wings[alias] ?? ''), isPackage: false }
  if (!/^[./]/.test(specifier)) return { target: specifier, isPackage: true }
  return { target: path.join(path.dirname(file), specifier), isPackage: false }
}

/** True if a syntax tree contains `process.env`, or `env` imported from process. */
function readsEnvironment(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(readsEnvironment)
  if (typeof node !== 'object' || node === null) return false
  const { type, object, property, source } = node as Record<string, unknown>
  if (type === 'MemberExpression' && nameOf(object) === 'process' && nameOf(property) === 'env') return true
  if (type === 'VariableDeclarator' && nameOf((node as Record<string, unknown>).init) === 'process') return true
  if (type === 'ImportDeclaration' && /^(node:)?process$/.test(String((source as { value: unknown }).value)))
    return true
  return Object.values(node).some(readsEnvironment)
}

function usesMailer(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(usesMailer)
  if (typeof node !== 'object' || node === null) return false
  return nameOf(node) === 'mailer' || Object.values(node).some(usesMailer)
}

const SQL = /\b(?:SELECT|INSERT INTO|DELETE FROM)\b|\bUPDATE [\w$.{}]+ SET\b/

function hasSql(node: unknown): boolean {
  if (typeof node === 'string') return SQL.test(node)
  if (Array.isArray(node)) return node.some(hasSql)
  if (typeof node !== 'object' || node === null) return false
  return Object.values(node).some(hasSql)
}

function nameOf(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return undefined
  const { name, value, property } = node as Record<string, unknown>
  return name ?? value ?? nameOf(property)
}
