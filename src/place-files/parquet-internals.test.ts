import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = readFileSync(new URL('parquet-internals.ts', import.meta.url), 'utf8')
const internals = [...source.matchAll(/^export \{ (.+) \} from '(.+)'$/gm)].flatMap(([, names = '', file = '']) =>
  names.split(', ').map(name => ({ name, file })),
)

test('every export of parquet-internals.ts is checked below', () => {
  expect(internals.length).toBeGreaterThan(10)
  expect(source.match(/^export/gm)).toHaveLength(new Set(internals.map(({ file }) => file)).size)
})

test.each(internals)(
  'hyparquet still has $name in $file (if not, adapt parquet-internals.ts)',
  async ({ name, file }) => {
    const module = (await import(file)) as Record<string, unknown>
    expect(module[name], `${file} has no ${name}: hyparquet has changed, adapt parquet-internals.ts`).toBeDefined()
  },
)
