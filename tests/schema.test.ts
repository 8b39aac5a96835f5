import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeOnBothDatabases } from './support/databases.ts'
import { describeSchema, schemaFile } from './support/schema.ts'

describeOnBothDatabases('schema.sql', open => {
  test('matches the migrations (if not, run npm run schema)', async () => {
    expect(await describeSchema(await open())).toBe(await readFile(schemaFile, 'utf8'))
  })
})
