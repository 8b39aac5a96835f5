/**
 * `npm run bench -- search [--places 1000000] [--database embedded|postgres] [--reference HEAD~1]`: runs one benchmark of this folder, or
 * all of them.
 */
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { BenchmarkOptions } from './support/options.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    places: { type: 'string', default: '1000000' },
    database: { type: 'string', multiple: true, default: ['embedded', 'postgres'] },
    reference: { type: 'string', default: 'HEAD' },
  },
})
const files = await Array.fromAsync(glob('*.bench.ts', { cwd: import.meta.dirname }))
const names = files.map(file => path.basename(file, '.bench.ts')).toSorted()
const chosen = positionals.length === 0 ? names : positionals
const unknown = chosen.filter(name => !names.includes(name))
if (unknown.length > 0) throw new Error(`No benchmark ${unknown.join(', ')}; there are: ${names.join(', ')}`)
const options: BenchmarkOptions = {
  places: Number(values.places),
  databases: values.database.filter(name => name === 'embedded' || name === 'postgres'),
  reference: values.reference,
}
for (const name of chosen) {
  const { run } = (await import(`./${name}.bench.ts`)) as { run: (options: BenchmarkOptions) => Promise<void> }
  console.log(`\n# ${name}`)
  await run(options)
}
