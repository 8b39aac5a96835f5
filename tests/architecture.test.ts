import { describe, expect, test } from 'vitest'
import { cyclesAmong, layerOf, layers, moduleOf } from './support/module-graph.ts'
import { type Import, readSourceFile, readSourceFiles, type SourceFile } from './support/source-file.ts'

type CounterExample = { path: string; text: string }
type Rule = {
  title: string
  /** The files that the rule applies to. */
  files: RegExp
  /** True if one of their imports breaks the rule. */
  forbids: (imported: Import, importer: SourceFile) => boolean
  /** Proof that the rule can fail. */
  counterExamples: CounterExample[]
}

const inContract = /^src\/contract\//
const inServer = /^src\/server\//
const inWeb = /^src\/web\//
const inSandbox = /^src\/sandbox\//
const sandboxEntry = 'src/sandbox/start-sandbox.ts'
/** The only file of the product that starts the sandbox. */
const sandboxStarter = /^src\/server\/entry\/open-sandbox\.ts$/
const repository = /\.repository\.ts$/
const useCases = /\.usecases\.ts$/
const routes = /\.routes\.ts$/
const database = /^src\/server\/platform\/database\//
const databasePackage = /^(pg|pg-copy-streams|kysely|kysely\/.*|@electric-sql\/pglite)$/
const provider = /\/[\w-]*provider\.ts$/
// Modules that only compute, such as a hash or the type of an IP address, are neither input nor output.
const nodeOfInputOrOutput = /^node:(?!crypto$)/
const pureNames = new Set(['isIP', 'isIPv4', 'isIPv6'])

const screenOf = (file: string): string | undefined => /^src\/web\/screens\/([^/]+)/.exec(file)?.[1]
/** Who may import a repository: its own feature, or its own layer. */
const ownerOf = (file: string): string | undefined => (layerOf(file) === 'features' ? moduleOf(file) : layerOf(file))
const rank = (file: string): number => layers.findIndex(layer => layer === layerOf(file))

const rules: Rule[] = [
  {
    title: 'the contract imports only zod and itself',
    files: inContract,
    forbids: ({ target, isPackage }) => (isPackage ? target !== 'zod' : !inContract.test(target)),
    counterExamples: [
      { path: 'src/contract/a.ts', text: `import { readFile } from 'node:fs'` },
      { path: 'src/contract/a.ts', text: `import type { Deps } from '../server/deps.ts'` },
      { path: 'src/contract/a.ts', text: `export { formatMiles } from '#web/shared/format.ts'` },
    ],
  },
  {
    title: 'the web imports only itself, the contract, and browser packages, never the server',
    files: inWeb,
    forbids: ({ target, isPackage }) =>
      isPackage ? target.startsWith('node:') : !inWeb.test(target) && !inContract.test(target),
    counterExamples: [
      { path: 'src/web/app/a.tsx', text: `import type { Deps } from '#server/features/deps.ts'` },
      { path: 'src/web/shared/a.ts', text: `const a = await import('../../server/config.ts')` },
      { path: 'src/web/main.tsx', text: `import fs from 'node:fs'` },
    ],
  },
  {
    title: 'the server imports only itself and the contract, never the web',
    files: inServer,
    forbids: ({ target, isPackage }) =>
      !isPackage && ![inServer, inContract, inSandbox].some(allowed => allowed.test(target)),
    counterExamples: [
      { path: 'src/server/a.ts', text: `import { paths } from '#web/shared/paths.ts'` },
      { path: 'src/server/a.ts', text: `import { root } from '../../scripts/prepare.mjs'` },
    ],
  },
  {
    title: 'the payments sandbox imports only itself and packages: pass it what it needs as an option of startSandbox',
    files: inSandbox,
    forbids: ({ target, isPackage }) => !isPackage && !inSandbox.test(target),
    counterExamples: [
      { path: 'src/sandbox/a.ts', text: `import type { Db } from '../server/db/client.ts'` },
      { path: 'src/sandbox/pages/a.ts', text: `import { productName } from '#contract/product.ts'` },
      { path: 'src/sandbox/browser/a.ts', text: `import { Button } from '#web/shared/ui/button.tsx'` },
      { path: 'src/sandbox/a.ts', text: `import { createTestClock } from '#tests/support/test-clock.ts'` },
    ],
  },
  {
    title:
      'only open-sandbox.ts starts the payments sandbox: call it by its address with the stripe package, as you would Stripe',
    files: /^src\/(?!sandbox\/)/,
    forbids: ({ target }, { path }) =>
      inSandbox.test(target) && !(sandboxStarter.test(path) && target === sandboxEntry),
    counterExamples: [
      { path: 'src/server/entry/main.ts', text: `import { startSandbox } from '../../sandbox/start-sandbox.ts'` },
      { path: 'src/server/entry/open-sandbox.ts', text: `const { Books } = await import('../../sandbox/books.ts')` },
      { path: 'src/server/money/payments/sync.usecases.ts', text: `import type { Objects } from '#sandbox/wire.ts'` },
      { path: 'src/web/a.ts', text: `import { testCards } from '../sandbox/test-cards.ts'` },
    ],
  },
  {
    title: 'routes import no repository, table, or provider',
    files: routes,
    forbids: ({ target }) => [repository, database, databasePackage, provider].some(pattern => pattern.test(target)),
    counterExamples: [
      { path: 'src/server/features/leads/leads.routes.ts', text: `import { readLeads } from './leads.repository.ts'` },
      {
        path: 'src/server/features/leads/leads.routes.ts',
        text: `import type { Db } from '../../platform/database/db.ts'`,
      },
      { path: 'src/server/features/leads/leads.routes.ts', text: `import { sql } from 'kysely'` },
      {
        path: 'src/server/features/leads/leads.routes.ts',
        text: `import { catalogProvider } from '../../catalog/place/places-provider.ts'`,
      },
    ],
  },
  {
    title: 'a repository imports no use case and no route',
    files: repository,
    forbids: ({ target }) => useCases.test(target) || routes.test(target),
    counterExamples: [
      {
        path: 'src/server/features/leads/leads.repository.ts',
        text: `import type { Pull } from './leads.usecases.ts'`,
      },
      { path: 'src/server/features/leads/leads.repository.ts', text: `import { leadRoutes } from './leads.routes.ts'` },
    ],
  },
  {
    title: 'layers of the server use only layers below them: move the code down, or pass it in',
    files: inServer,
    forbids: ({ target }, importer) => layerOf(target) !== undefined && rank(target) > rank(importer.path),
    counterExamples: [
      {
        path: 'src/server/catalog/search/a.ts',
        text: `import { readQuota } from '#server/money/usage/usage.usecases.ts'`,
      },
      { path: 'src/server/platform/jobs/a.ts', text: `import type { Deps } from '../../features/deps.ts'` },
      { path: 'src/server/money/usage/a.ts', text: `const a = await import('#server/http/serve.ts')` },
    ],
  },
  {
    title: 'every file of the server belongs to a layer',
    files: inServer,
    forbids: (_imported, importer) => rank(importer.path) < 0,
    counterExamples: [{ path: 'src/server/helpers/a.ts', text: `import { z } from 'zod'` }],
  },
  {
    title: 'a repository stays inside its feature, or inside its layer: call a use case instead',
    files: inServer,
    forbids: ({ target }, importer) => repository.test(target) && ownerOf(target) !== ownerOf(importer.path),
    counterExamples: [
      {
        path: 'src/server/features/leads/leads.usecases.ts',
        text: `import { spend } from '#server/money/usage/usage.repository.ts'`,
      },
      {
        path: 'src/server/features/leads/leads.usecases.ts',
        text: `import { findSearch } from '#server/features/searches/searches.repository.ts'`,
      },
      {
        path: 'src/server/http/serve.ts',
        text: `import { findSession } from '#server/accounts/sessions/session.repository.ts'`,
      },
    ],
  },
  {
    title: 'only `entry` adds routes',
    files: /^src\/server\/(?!entry\/)/,
    forbids: ({ target }) => routes.test(target),
    counterExamples: [
      {
        path: 'src/server/features/api/a.ts',
        text: `import { leadRoutes } from '#server/features/leads/leads.routes.ts'`,
      },
    ],
  },
  {
    title: 'use cases do not know HTTP: the route passes them what they need from the request',
    files: useCases,
    forbids: ({ target, names }) =>
      target === 'fastify' && names.some(name => name === 'FastifyRequest' || name === 'FastifyReply'),
    counterExamples: [
      { path: 'src/server/features/leads/a.usecases.ts', text: `import type { FastifyRequest } from 'fastify'` },
    ],
  },
  {
    title: 'only parquet-internals.ts imports internal files of hyparquet',
    files: /^src\/(?!server\/catalog\/readers\/parquet-internals\.ts$)/,
    forbids: ({ target }) => target.startsWith('hyparquet/'),
    counterExamples: [
      { path: 'src/server/catalog/pull/a.ts', text: `import { parquetPlan } from 'hyparquet/src/plan.js'` },
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
    title: 'shared code does not import features: move the code into the feature, or pass it in',
    files: /^src\/web\/shared\//,
    forbids: ({ target }) => target.startsWith('src/web/features/'),
    counterExamples: [
      { path: 'src/web/shared/ui/a.tsx', text: `import { LeadCard } from '../../features/leads/lead-card.tsx'` },
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
  test('is respected', () => {
    expect(files.flatMap(file => broken(rule, file))).toEqual([])
  })
  test.each(rule.counterExamples)('refuses $text in $path', ({ path, text }) => {
    expect(broken(rule, readSourceFile(path, text))).toHaveLength(1)
  })
})

describe('no two modules reach each other', () => {
  test('is respected by the modules of the server and of the web', () => {
    expect(cyclesAmong(files, moduleOf)).toEqual([])
  })
  test('is respected by the layers', () => {
    expect(cyclesAmong(files, layerOf)).toEqual([])
  })
  test('is respected by single files, including their types', () => {
    expect(cyclesAmong(files, file => file)).toEqual([])
  })
  test('a violation names the modules and their imports, even in a circle of three', () => {
    const ring = [
      readSourceFile('src/server/catalog/merge/a.ts', `import type { Load } from '../load/a.ts'`),
      readSourceFile('src/server/catalog/load/a.ts', `import { search } from '../search/a.ts'`),
      readSourceFile('src/server/catalog/search/a.ts', `import { merge } from '#server/catalog/merge/a.ts'`),
      readSourceFile('src/server/catalog/demo/a.ts', `import { merge } from '../merge/a.ts'`),
    ]
    expect(cyclesAmong(ring, moduleOf)).toEqual([
      'src/server/catalog/load and src/server/catalog/merge and src/server/catalog/search reach each other. Move what ' +
        'both need into a module below them, or pass it in: ' +
        'src/server/catalog/merge/a.ts imports src/server/catalog/load/a.ts; ' +
        'src/server/catalog/load/a.ts imports src/server/catalog/search/a.ts; ' +
        'src/server/catalog/search/a.ts imports src/server/catalog/merge/a.ts',
    ])
  })
})

describe('only config.ts and main.ts read the environment', () => {
  const mayRead = new Set(['src/server/platform/config/config.ts', 'src/server/entry/main.ts'])

  test('is respected', () => {
    const readers = files.filter(file => file.readsEnvironment && !mayRead.has(file.path))
    expect(readers.map(file => file.path)).toEqual([])
  })
  test.each([
    `const port = process.env.PORT`,
    `const port = process['env'].PORT`,
    `const { env } = process`,
    `import { env } from 'node:process'`,
    `class A { read() { return () => globalThis.process.env } }`,
  ])('detects %s', text => {
    expect(readSourceFile('src/server/a.ts', text).readsEnvironment).toBe(true)
  })
  test.each([`// process.env.PORT`, `const text = 'process.env'`, `process.exit(1)`])('allows %s', text => {
    expect(readSourceFile('src/server/a.ts', text).readsEnvironment).toBe(false)
  })
})

describe('mail is sent only through `sendMail`, which requires its cause and its receiver', () => {
  const maySend = /^src\/server\/(platform\/mail\/|entry\/build-deps\.ts$)/

  test('is respected', () => {
    const senders = files.filter(file => file.usesMailer && !maySend.test(file.path))
    expect(senders.map(file => file.path)).toEqual([])
  })
  test.each([
    `await deps.mailer.send(mail)`,
    `const { mailer } = deps`,
    `const f = ({ mailer: out }: Deps) => out.send(mail)`,
    `deps['mailer'].send(mail)`,
  ])('detects %s', text => {
    expect(readSourceFile('src/server/a.ts', text).usesMailer).toBe(true)
  })
  test('allows the word in a comment', () => {
    expect(readSourceFile('src/server/a.ts', '// the mailer').usesMailer).toBe(false)
  })
})

describe('rules do no input or output, not even through an import', () => {
  test('is respected', () => {
    const rulesFiles = files.filter(({ path }) => path.endsWith('.rules.ts'))
    expect(rulesFiles.length).toBeGreaterThan(0)
    expect(rulesFiles.flatMap(file => pathToOutside(file, files) ?? [])).toEqual([])
  })
  test('detects a database behind another file', () => {
    const between = readSourceFile(
      'src/server/platform/basics/between.ts',
      `import { openDatabase } from '../database/open-database.ts'`,
    )
    const rule = readSourceFile(
      'src/server/features/leads/a.rules.ts',
      `import { open } from '#server/platform/basics/between.ts'`,
    )
    expect(pathToOutside(rule, [between])).toEqual([
      'src/server/features/leads/a.rules.ts > src/server/platform/basics/between.ts > src/server/platform/database/open-database.ts',
    ])
  })
  test.each([
    `import { isIP, connect } from 'node:net'`,
    `import fs from 'node:fs'`,
    `import pg from 'pg'`,
    `import { run } from './a.usecases.ts'`,
  ])('refuses %s', text => {
    expect(pathToOutside(readSourceFile('src/server/features/leads/a.rules.ts', text), [])).toHaveLength(1)
  })
  test('importing a type is allowed', () => {
    const rule = readSourceFile(
      'src/server/features/leads/a.rules.ts',
      `import type { Db } from '../../platform/database/db.ts'`,
    )
    expect(pathToOutside(rule, [])).toBeUndefined()
  })
})

/** The import path from a file's runtime code to a module that does input or output; undefined if there is none. */
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
