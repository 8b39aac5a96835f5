import { describe, expect, test } from 'vitest'
import { type Import, readSourceFile, readSourceFiles, type SourceFile } from './support/source-file.ts'

type CounterExample = { path: string; text: string }
type Rule = {
  title: string
  /** The files the rule is about. */
  files: RegExp
  /** Whether one of their imports breaks it. */
  forbids: (imported: Import, importer: SourceFile) => boolean
  /** Proof that the rule can fail. */
  counterExamples: CounterExample[]
}

const inContract = /^src\/contract\//
const inServer = /^src\/server\//
const inWeb = /^src\/web\//
const repository = /\.repository\.ts$/
const useCases = /\.usecases\.ts$/
const routes = /\.routes\.ts$/
const database = /^src\/server\/db\//
const databasePackage = /^(pg|pg-copy-streams|kysely|kysely\/.*|@electric-sql\/pglite)$/
const provider = /\/[\w-]*provider\.ts$/
// What only computes, a hash or the kind of an address, is no input and no output.
const nodeOfInputOrOutput = /^node:(?!crypto$)/
const pureNames = new Set(['isIP', 'isIPv4', 'isIPv6'])

const screenOf = (file: string): string | undefined => /^src\/web\/screens\/([^/]+)/.exec(file)?.[1]
/** The folder below src/server that a feature lives in; undefined for what all features stand on. */
const featureOf = (file: string): string | undefined =>
  /^src\/server\/(?!db\/|shared\/|http\/|places\/|commands\/|control\/)([^/]+)\//.exec(file)?.[1]

const rules: Rule[] = [
  {
    title: 'the contract imports zod and itself only',
    files: inContract,
    forbids: ({ target, isPackage }) => (isPackage ? target !== 'zod' : !inContract.test(target)),
    counterExamples: [
      { path: 'src/contract/a.ts', text: `import { readFile } from 'node:fs'` },
      { path: 'src/contract/a.ts', text: `import type { Deps } from '../server/deps.ts'` },
      { path: 'src/contract/a.ts', text: `export { formatMiles } from '#web/shared/format.ts'` },
    ],
  },
  {
    title: 'the web imports itself, the contract and packages of the browser, never the server',
    files: inWeb,
    forbids: ({ target, isPackage }) =>
      isPackage ? target.startsWith('node:') : !inWeb.test(target) && !inContract.test(target),
    counterExamples: [
      { path: 'src/web/app/a.tsx', text: `import type { Deps } from '#server/deps.ts'` },
      { path: 'src/web/shared/a.ts', text: `const a = await import('../../server/config.ts')` },
      { path: 'src/web/main.tsx', text: `import fs from 'node:fs'` },
    ],
  },
  {
    title: 'the server imports itself and the contract, never the web',
    files: inServer,
    forbids: ({ target, isPackage }) => !isPackage && !inServer.test(target) && !inContract.test(target),
    counterExamples: [
      { path: 'src/server/a.ts', text: `import { paths } from '#web/shared/paths.ts'` },
      { path: 'src/server/a.ts', text: `import { root } from '../../scripts/prepare.mjs'` },
    ],
  },
  {
    title: 'routes import no repository, table or provider',
    files: routes,
    forbids: ({ target }) => [repository, database, databasePackage, provider].some(pattern => pattern.test(target)),
    counterExamples: [
      { path: 'src/server/leads/leads.routes.ts', text: `import { readLeads } from './leads.repository.ts'` },
      { path: 'src/server/leads/leads.routes.ts', text: `import type { Db } from '../db/client.ts'` },
      { path: 'src/server/leads/leads.routes.ts', text: `import { sql } from 'kysely'` },
      {
        path: 'src/server/leads/leads.routes.ts',
        text: `import { catalogProvider } from '../places/places-provider.ts'`,
      },
    ],
  },
  {
    title: 'a repository imports no use case and no route',
    files: repository,
    forbids: ({ target }) => useCases.test(target) || routes.test(target),
    counterExamples: [
      { path: 'src/server/leads/leads.repository.ts', text: `import type { Pull } from './leads.usecases.ts'` },
      { path: 'src/server/leads/leads.repository.ts', text: `import { leadRoutes } from './leads.routes.ts'` },
    ],
  },
  {
    title: 'a feature reaches the repositories and routes of no other feature',
    files: /^src\/server\/[^/]+\//,
    forbids: ({ target }, importer) =>
      featureOf(target) !== undefined &&
      featureOf(target) !== featureOf(importer.path) &&
      (repository.test(target) || routes.test(target)),
    counterExamples: [
      { path: 'src/server/leads/leads.usecases.ts', text: `import { spend } from '../usage/usage.repository.ts'` },
      { path: 'src/server/http/serve.ts', text: `import { readSession } from '#server/auth/session.repository.ts'` },
    ],
  },
  {
    title: 'a feature reaches the catalog through its port, not through its repositories',
    files: /^src\/server\/(?!places\/)/,
    forbids: ({ target }) => target.startsWith('src/server/places/') && repository.test(target),
    counterExamples: [
      {
        path: 'src/server/leads/leads.usecases.ts',
        text: `import { rows } from '../places/catalog-search.repository.ts'`,
      },
    ],
  },
  {
    title: 'a screen imports no other screen',
    files: /^src\/web\/screens\//,
    forbids: ({ target }, importer) => screenOf(target) !== undefined && screenOf(target) !== screenOf(importer.path),
    counterExamples: [
      { path: 'src/web/screens/auth/auth.screen.tsx', text: `import { Hero } from '../landing/hero.tsx'` },
      { path: 'src/web/screens/auth/auth.screen.tsx', text: `import { Hero } from '#web/screens/landing/hero.tsx'` },
    ],
  },
  {
    title: 'only src/web/app imports screens',
    files: /^src\/web\/(?!app\/|screens\/)/,
    forbids: ({ target }) => screenOf(target) !== undefined,
    counterExamples: [
      { path: 'src/web/shared/ui/a.tsx', text: `import { Hero } from '../../screens/landing/hero.tsx'` },
      { path: 'src/web/shared/ui/a.tsx', text: `const hero = import('../../screens/landing/hero.tsx')` },
    ],
  },
]

const files = readSourceFiles()
const broken = ({ files: about, forbids }: Rule, file: SourceFile): string[] =>
  about.test(file.path)
    ? file.imports.filter(imported => forbids(imported, file)).map(({ target }) => `${file.path} imports ${target}`)
    : []

describe.each(rules)('$title', rule => {
  test('holds', () => {
    expect(files.flatMap(file => broken(rule, file))).toEqual([])
  })
  test.each(rule.counterExamples)('refuses $text in $path', ({ path, text }) => {
    expect(broken(rule, readSourceFile(path, text))).toHaveLength(1)
  })
})

describe('the environment is read in config.ts and main.ts alone', () => {
  const mayRead = new Set(['src/server/config.ts', 'src/server/main.ts'])

  test('holds', () => {
    const readers = files.filter(file => file.readsEnvironment && !mayRead.has(file.path))
    expect(readers.map(file => file.path)).toEqual([])
  })
  test.each([
    `const port = process.env.PORT`,
    `const port = process['env'].PORT`,
    `const { env } = process`,
    `import { env } from 'node:process'`,
    `class A { read() { return () => globalThis.process.env } }`,
  ])('sees %s', text => {
    expect(readSourceFile('src/server/a.ts', text).readsEnvironment).toBe(true)
  })
  test.each([`// process.env.PORT`, `const text = 'process.env'`, `process.exit(1)`])('does not mind %s', text => {
    expect(readSourceFile('src/server/a.ts', text).readsEnvironment).toBe(false)
  })
})

describe('mail leaves through `sendMail` alone, which asks who causes it and whom it goes to', () => {
  const maySend = /^src\/server\/(mail\/|deps\.ts$)/

  test('holds', () => {
    const senders = files.filter(file => file.usesMailer && !maySend.test(file.path))
    expect(senders.map(file => file.path)).toEqual([])
  })
  test.each([
    `await deps.mailer.send(mail)`,
    `const { mailer } = deps`,
    `const f = ({ mailer: out }: Deps) => out.send(mail)`,
    `deps['mailer'].send(mail)`,
  ])('sees %s', text => {
    expect(readSourceFile('src/server/a.ts', text).usesMailer).toBe(true)
  })
  test('does not mind the word in a comment', () => {
    expect(readSourceFile('src/server/a.ts', '// the mailer').usesMailer).toBe(false)
  })
})

describe('rules decide without input or output, in all they import', () => {
  test('holds', () => {
    const rulesFiles = files.filter(({ path }) => path.endsWith('.rules.ts'))
    expect(rulesFiles.length).toBeGreaterThan(0)
    expect(rulesFiles.flatMap(file => pathToOutside(file, files) ?? [])).toEqual([])
  })
  test('sees a database behind another file', () => {
    const between = readSourceFile('src/server/shared/between.ts', `import { openDatabase } from '../db/client.ts'`)
    const rule = readSourceFile('src/server/leads/a.rules.ts', `import { open } from '../shared/between.ts'`)
    expect(pathToOutside(rule, [between])).toEqual([
      'src/server/leads/a.rules.ts > src/server/shared/between.ts > src/server/db/client.ts',
    ])
  })
  test.each([
    `import { isIP, connect } from 'node:net'`,
    `import fs from 'node:fs'`,
    `import pg from 'pg'`,
    `import { run } from './a.usecases.ts'`,
  ])('refuses %s', text => {
    expect(pathToOutside(readSourceFile('src/server/leads/a.rules.ts', text), [])).toHaveLength(1)
  })
  test('a type is no input', () => {
    const rule = readSourceFile('src/server/leads/a.rules.ts', `import type { Db } from '../db/client.ts'`)
    expect(pathToOutside(rule, [])).toBeUndefined()
  })
})

/** The ways by which a file's running code gets at something that does input or output; undefined where there is none. */
function pathToOutside(start: SourceFile, known: SourceFile[]): string[] | undefined {
  const byPath = new Map(known.map(file => [file.path, file]))
  const seen = new Set<string>()
  const visit = (file: SourceFile, way: string): string[] =>
    file.imports.flatMap(imported => {
      const { target } = imported
      if (imported.isTypeOnly || seen.has(target)) return []
      seen.add(target)
      const longer = `${way} > ${target}`
      if (isOutside(imported)) return [longer]
      const next = byPath.get(target)
      return next === undefined ? [] : visit(next, longer)
    })
  const found = visit(start, start.path)
  return found.length === 0 ? undefined : found
}

const isOutside = ({ target, isPackage, names }: Import): boolean =>
  isPackage
    ? (nodeOfInputOrOutput.test(target) && !(names.length > 0 && names.every(name => pureNames.has(name)))) ||
      databasePackage.test(target) ||
      target === 'fastify'
    : [database, repository, useCases, routes].some(pattern => pattern.test(target))
