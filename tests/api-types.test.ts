import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { descriptionHash } from '#server/features/api/openapi.ts'

test('the guide generates types with the same options as this project', async () => {
  const [guide, script] = await Promise.all(['docs/api.md', 'scripts/api-types.ts'].map(file => readFile(file, 'utf8')))
  const [option = '', value = ''] = /--(?!package|output)[\w-]+ \w+/.exec(guide ?? '')?.[0].split(' ') ?? []
  expect(script).toContain(`'${option}', '${value}'`)
})

test('the types of the API belong to its current description (if not, run npm run api-types)', async () => {
  const [firstLine] = (await readFile('docs/examples/api-v1.ts', 'utf8')).split('\n')
  expect(firstLine).toBe(`// OpenAPI document: SHA-256 ${descriptionHash()}`)
})
