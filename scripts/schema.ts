/**
 * `npm run schema`: writes `src/server/platform/database/schema.sql`, the tables after all migrations, for reading and
 * review.
 */
import { writeFile } from 'node:fs/promises'
import { openEmbedded } from '#server/platform/database/embedded.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { describeSchema, schemaFile } from '../tests/support/schema.ts'

const database = await openEmbedded({})
await migrate(database)
await writeFile(schemaFile, await describeSchema(database))
await database.close()
