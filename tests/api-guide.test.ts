import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Usage } from '#contract/public-api/api-v1.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { makeApiKey, signUpElite } from './support/api-key.ts'
import { createTestApp, type TestApp } from './support/app.ts'
import { createTestDatabase } from './support/databases.ts'
import { seedPlumbers } from './support/seed-boulder.ts'

const PLUMBERS = 30
const guide = readFileSync(path.resolve(import.meta.dirname, '../docs/api.md'), 'utf8')
const examplesIn = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code)

let product: TestApp
let folder: string
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  const db = await createTestDatabase('postgres')
  await seedPlumbers(db, PLUMBERS)
  product = await createTestApp({ db })
  const address = await product.app.listen({ host: '127.0.0.1', port: 0 })
  const { secret } = await makeApiKey(product.app, await signUpElite(product.app, product.deps))
  environment = { ...process.env, LEADLINE_URL: address, LEADLINE_API_KEY: secret }
  folder = mkdtempSync(path.join(tmpdir(), 'leadline-guide-'))
})
afterAll(async () => {
  await product.app.close()
  await product.deps.db.close()
  rmSync(folder, { recursive: true })
})

const run = async (command: string, args: string[]): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd: folder, env: environment })).stdout

test("the guide's curl examples do what they say", async () => {
  const [usage = '', search = '', leads = '', ...rest] = examplesIn('sh')
  expect(rest).toEqual([])
  const usageNow = async () => JSON.parse(await run('sh', ['-ec', usage])) as Usage
  expect(await usageNow()).toMatchObject({ plan: 'elite', searches: { remaining: 1000 } })
  const answers = [await run('sh', ['-ec', search]), await run('sh', ['-ec', search])]
  expect((JSON.parse(answers[0] ?? '') as SearchResult).total).toBe(PLUMBERS)
  expect(answers[1]).toBe(answers[0])
  expect(await usageNow()).toMatchObject({ searches: { remaining: 999 }, contactPulls: { remaining: 6980 } })
  await run('sh', ['-ec', leads])
  expect(readFileSync(path.join(folder, 'leads.csv'), 'utf8').trim().split('\r\n')).toHaveLength(21)
})

test("the guide's TypeScript example runs unchanged", async () => {
  const [example = '', ...rest] = examplesIn('ts')
  expect(rest).toEqual([])
  writeFileSync(path.join(folder, 'example.mts'), example)
  const lines = (await run(process.execPath, ['example.mts'])).trim().split('\n')
  expect(lines).toHaveLength(PLUMBERS)
  expect(new Set(lines)).toContain('Plumber 0007 (303) 555-0107')
})
