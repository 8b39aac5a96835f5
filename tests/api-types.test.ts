import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { descriptionHash } from '#server/features/api/openapi.ts'

test('the types of the API belong to its current description (if not, run npm run api-types)', async () => {
  const [firstLine] = (await readFile('docs/examples/api-v1.ts', 'utf8')).split('\n')
  expect(firstLine).toBe(`// OpenAPI document: SHA-256 ${descriptionHash()}`)
})
