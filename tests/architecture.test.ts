import { describe, expect, test } from 'vitest'
import {
  database,
  databasePackage,
  type ImportRule,
  importRules,
  library,
  repository,
  routes,
  useCases,
} from './support/import-rules.ts'
import { cyclesAmong, layerOf, moduleOf } from './support/module-graph.ts'
import { type Import, readSourceFile, readSourceFiles, type SourceFile } from './support/source-file.ts'

const files = readSourceFiles()
const broken = ({ files: about, forbids }: ImportRule, file: SourceFile): string[] =>
  about.test(file.path)
    ? file.imports.filter(imported => forbids(imported, file)).map(({ target }) => `${file.path} imports ${target}`)
    : []

describe.each(importRules)('$title', rule => {
  test('is respected', () => {
    expect(files.flatMap(file => broken(rule, file))).toEqual([])
  })
  test.each(rule.counterExamples)('refuses $text in $path', ({ path, text }) => {
    expect(broken(rule, readSourceFile(path, text))).toHaveLength(1)
  })
})

describe('imports between modules form no circle', () => {
  test('is respected by the modules of the server, the web, and the contract', () => {
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

test('only JSON that we wrote ourselves is read without `parseJson`', () => {
  const ofOurs = [
    'src/geography/counties.ts',
    'src/geography/gazetteer-file.ts',
    'src/json/index.ts',
    'src/server/catalog/pull/release-index.repository.ts',
    'src/server/catalog/pull/spool.ts',
    'src/server/entry/control/control-client.ts',
    'src/server/features/api/mcp-server.ts',
    'src/server/features/searches/page-token.ts',
    'src/server/leads/xlsx-worker.ts',
    'src/words/kinds/vocabulary.ts',
  ]
  const readers = files.filter(({ path, parsesJson }) => parsesJson && !/^src\/(?:web|sandbox)\//.test(path))
  expect(readers.map(({ path }) => path).toSorted()).toEqual(ofOurs)
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

describe('SQL is only in repositories, in the parts that they share, and in the code of the database', () => {
  const mayHaveSql = /^src\/server\/platform\/database\/|\.(?:repository|sql)\.ts$/

  test('is respected', () => {
    expect(files.filter(file => file.hasSql && !mayHaveSql.test(file.path)).map(file => file.path)).toEqual([])
  })
  test.each(['const a = `SELECT id FROM lead WHERE id = $1`', "db.query('UPDATE lead SET x = 1')"])(
    'detects %s',
    text => {
      expect(readSourceFile('src/server/a.ts', text).hasSql).toBe(true)
    },
  )
  test.each(['// SELECT the lead', "const a = 'Select a lead'"])('allows %s', text => {
    expect(readSourceFile('src/server/a.ts', text).hasSql).toBe(false)
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
      'src/server/leads/a.rules.ts',
      `import { open } from '#server/platform/basics/between.ts'`,
    )
    expect(pathToOutside(rule, [between])).toEqual([
      'src/server/leads/a.rules.ts > src/server/platform/basics/between.ts > src/server/platform/database/open-database.ts',
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
  test('importing a type is allowed', () => {
    const rule = readSourceFile(
      'src/server/leads/a.rules.ts',
      `import type { Db } from '../../platform/database/db.ts'`,
    )
    expect(pathToOutside(rule, [])).toBeUndefined()
  })
})

const isHeavy = ({ target }: Import): boolean => /^(?:zod|libphonenumber-js)\b/.test(target)
test('threads that read files of users load neither schemas nor the phone numbers of all countries', () => {
  const threads = files.filter(({ path }) => /known-businesses\/\w+-worker\.ts$/.test(path))
  expect(threads).toHaveLength(2)
  const ways = threads.flatMap(file => pathToOutside(file, files, isHeavy) ?? [])
  // The threads import this file only to look for contacts in all cells.
  expect(ways.filter(way => !way.includes('do-not-contact-entry.rules.ts'))).toEqual([])
})

// Modules that only compute, such as a hash or the type of an IP address, are neither input nor output.
const nodeOfInputOrOutput = /^node:(?!crypto$)/
const pureNames = new Set(['BlockList', 'isIP', 'isIPv4', 'isIPv6'])

/** The import paths from a file's runtime code to a module that does input or output; undefined if there are none. */
function pathToOutside(start: SourceFile, known: SourceFile[], isSought = isOutside): string[] | undefined {
  const byPath = new Map(known.map(file => [file.path, file]))
  const seen = new Set<string>()
  const visit = (file: SourceFile, way: string): string[] =>
    file.imports.flatMap(imported => {
      const { target } = imported
      // Libraries read nothing but their own lists.
      if (imported.isTypeOnly || library.test(target) || seen.has(target)) return []
      seen.add(target)
      const longer = `${way} > ${target}`
      if (isSought(imported)) return [longer]
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
