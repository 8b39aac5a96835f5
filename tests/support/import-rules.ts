import { layerOf, layers, moduleOf } from './module-graph.ts'
import type { Import, SourceFile } from './source-file.ts'

type CounterExample = { path: string; text: string }
export type ImportRule = {
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
/** Libraries import nothing of the product. Each has one door, its index.ts; place-files has a second one. */
export const library = /^src\/(json|threads|domains|geography|words|place-files|site-reader)\//
const doors = /\/index\.ts$|^src\/place-files\/tables\.ts$/
/** Each may use the ones before it. */
const libraryOrder = ['json', 'threads', 'domains', 'geography', 'words', 'place-files', 'site-reader']
const sandboxEntry = 'src/sandbox/start-sandbox.ts'
/** The only file of the product that starts the sandbox. */
const sandboxStarter = /^src\/server\/entry\/open-sandbox\.ts$/
export const repository = /\.repository\.ts$/
export const useCases = /\.usecases\.ts$/
export const routes = /\.routes\.ts$/
export const database = /^src\/server\/platform\/database\//
export const databasePackage = /^(pg|pg-copy-streams|kysely|kysely\/.*|@electric-sql\/pglite)$/
const provider = /\/[\w-]*provider\.ts$/

const libraryOf = (file: string): string | undefined => library.exec(file)?.[1]
/** NaN outside the libraries, which is never less or more. */
const libraryRank = (file: string): number => {
  const rank = libraryOrder.indexOf(libraryOf(file) ?? '')
  return rank === -1 ? NaN : rank
}
const screenOf = (file: string): string | undefined => /^src\/web\/screens\/([^/]+)/.exec(file)?.[1]
/** Who may import a repository: its own feature, or its own layer. */
const ownerOf = (file: string): string | undefined => (layerOf(file) === 'features' ? moduleOf(file) : layerOf(file))
const rank = (file: string): number => layers.findIndex(layer => layer === layerOf(file))

/** Which code may import what. `tests/architecture.test.ts` checks all source files against these rules. */
export const importRules: ImportRule[] = [
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
    title: 'the server imports only itself, the contract, and the libraries, never the web',
    files: inServer,
    forbids: ({ target, isPackage }) =>
      !isPackage && ![inServer, inContract, inSandbox, library].some(allowed => allowed.test(target)),
    counterExamples: [
      { path: 'src/server/a.ts', text: `import { paths } from '#web/shared/paths.ts'` },
      { path: 'src/server/a.ts', text: `import { root } from '../../scripts/prepare.mjs'` },
    ],
  },
  {
    title: 'a library imports only itself, the libraries before it, and packages',
    files: library,
    forbids: ({ target, isPackage }, { path }) => !isPackage && !(libraryRank(target) <= libraryRank(path)),
    counterExamples: [
      { path: 'src/geography/a.ts', text: `import { readPlace } from '#words/index.ts'` },
      { path: 'src/words/a.ts', text: `import type { Db } from '#server/platform/database/db.ts'` },
      { path: 'src/words/a.ts', text: `import { radiusMiles } from '#contract/searches/search-options.ts'` },
    ],
  },
  {
    title: 'a library is used through its door',
    files: /^(src|bench|tests|scripts)\//,
    forbids: ({ target }, { path }) =>
      library.test(target) && libraryOf(target) !== libraryOf(path) && !doors.test(target),
    counterExamples: [
      { path: 'src/server/catalog/a.ts', text: `import { wordsOf } from '#words/text.ts'` },
      { path: 'src/server/catalog/a.ts', text: `import { wordsOf } from '../../words/text.ts'` },
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
      { path: 'src/server/leads/leads.routes.ts', text: `import { readLeads } from './leads.repository.ts'` },
      {
        path: 'src/server/leads/leads.routes.ts',
        text: `import type { Db } from '../platform/database/db.ts'`,
      },
      { path: 'src/server/leads/leads.routes.ts', text: `import { sql } from 'kysely'` },
      {
        path: 'src/server/leads/leads.routes.ts',
        text: `import { catalogProvider } from '../catalog/place/places-provider.ts'`,
      },
    ],
  },
  {
    title: 'a repository imports no use case and no route',
    files: repository,
    forbids: ({ target }) => useCases.test(target) || routes.test(target),
    counterExamples: [
      {
        path: 'src/server/leads/leads.repository.ts',
        text: `import type { Pull } from './leads.usecases.ts'`,
      },
      { path: 'src/server/leads/leads.repository.ts', text: `import { leadRoutes } from './leads.routes.ts'` },
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
        path: 'src/server/leads/leads.usecases.ts',
        text: `import { spend } from '#server/money/usage/usage.repository.ts'`,
      },
      {
        path: 'src/server/leads/leads.usecases.ts',
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
        text: `import { leadRoutes } from '#server/leads/leads.routes.ts'`,
      },
    ],
  },
  {
    title: 'use cases do not know HTTP: the route passes them what they need from the request',
    files: useCases,
    forbids: ({ target, names }) =>
      target === 'fastify' && names.some(name => name === 'FastifyRequest' || name === 'FastifyReply'),
    counterExamples: [
      { path: 'src/server/leads/a.usecases.ts', text: `import type { FastifyRequest } from 'fastify'` },
    ],
  },
  {
    title: 'only parquet-internals.ts imports internal files of hyparquet',
    files: /^src\/(?!place-files\/parquet-internals\.ts$)/,
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
