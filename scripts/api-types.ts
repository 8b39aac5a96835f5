/**
 * `npm run api-types`: writes the types of the public API that its documentation and tests use.
 *
 * `openapi-typescript` needs TypeScript 5, and this project uses a newer one. So npx runs both in these versions, from
 * outside the lock file. The first line of the file is the hash of the API's description, which a test compares.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeApi, descriptionHash } from '#server/features/api/openapi.ts'

const packages = ['openapi-typescript@7.13.0', 'typescript@5.9.3']
const file = path.resolve(import.meta.dirname, '../docs/examples/api-v1.ts')

const folder = mkdtempSync(path.join(tmpdir(), 'api-types-'))
try {
  const [from, to] = [path.join(folder, 'openapi.json'), path.join(folder, 'types.ts')]
  writeFileSync(from, JSON.stringify(describeApi()))
  const given = packages.map(each => `--package=${each}`)
  // In the temporary folder, so that npx does not find this project's TypeScript.
  execFileSync(
    'npx',
    ['--yes', ...given, 'openapi-typescript', from, '--default-non-nullable', 'false', '--output', to],
    { cwd: folder, stdio: 'inherit' },
  )
  writeFileSync(file, `// OpenAPI document: SHA-256 ${descriptionHash()}\n${readFileSync(to, 'utf8')}`)
  execFileSync('oxfmt', [file], { stdio: 'inherit' })
} finally {
  rmSync(folder, { recursive: true })
}
