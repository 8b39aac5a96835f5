import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cellsInCircle, loadGazetteer } from '#geography/index.ts'
import { earlierVersion } from './support/earlier-version.ts'
import { lifelikeRelease } from './support/lifelike-release.ts'
import { median, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import type { ReadOnce } from './support/pull-once.ts'
import { serveRelease } from './support/throttled-release.ts'

const LINE = { megabits: 10_000, latencyMs: 0 }
const RADIUS_MILES = 25
const ROUNDS = 7
const project = path.resolve(import.meta.dirname, '..')

/**
 * What reading the places around Boulder from a release costs, compared with another revision (`--reference`), in turns:
 * the CPU until the middle can be imported and until all is read, and the bytes. The row groups are known, and the line
 * is fast. The median of several readings, each in a process of its own.
 */
export async function run({ reference }: BenchmarkOptions): Promise<void> {
  const gazetteer = await loadGazetteer()
  const town = gazetteer.towns.find(({ name, state }) => name === 'Boulder' && state === 'CO')
  if (town === undefined) throw new Error('There is no such town')
  const release = lifelikeRelease(gazetteer, [town])
  const earlier = earlierVersion(reference)
  const line = await serveRelease(release.files, LINE)
  const cells = JSON.stringify(cellsInCircle(town, RADIUS_MILES))
  try {
    const versions = [
      { name: 'reference', root: earlier.root, readings: [] as ReadOnce[] },
      { name: 'this version', root: project, readings: [] as ReadOnce[] },
    ]
    for (let round = 0; round < ROUNDS; round++)
      for (const { root, readings } of round % 2 === 0 ? versions : versions.toReversed())
        readings.push(await readOnce([root, line.url, cells]))
    for (const { name, readings } of versions) {
      const figures = (['middleMs', 'allMs', 'bytes'] as const).map(figure => {
        const [value, before] = [of(readings, figure), of(versions[0]?.readings ?? [], figure)]
        return `${figure} ${value.toFixed(0)} (${ratio(value, before)})`
      })
      console.log(`  ${name.padEnd(13)} ${of(readings, 'rows')} rows: ${figures.join(', ')}`)
    }
  } finally {
    line.stop()
    earlier.remove()
  }
}

async function readOnce(words: string[]): Promise<ReadOnce> {
  const script = fileURLToPath(import.meta.resolve('./support/pull-once.ts'))
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...words])
  return JSON.parse(stdout) as ReadOnce
}

const of = (readings: readonly ReadOnce[], figure: keyof ReadOnce): number =>
  median(readings.map(reading => reading[figure]))
