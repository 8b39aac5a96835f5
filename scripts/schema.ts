/** `npm run schema`: writes `src/server/db/schema.sql`, the tables that the migrations make, for reading and for review. */
import { writeFile } from 'node:fs/promises'
import { openEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { describeSchema, schemaFile } from '../tests/support/schema.ts'

const database = await openEmbedded({})
await migrate(database)
await writeFile(schemaFile, await describeSchema(database))
await database.close()
