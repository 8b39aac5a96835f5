import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Unreachable } from './remote-file.ts'
import { removeSpool, withSpool } from './spool.ts'

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'spool-test-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

async function* noRows(): AsyncGenerator<never[]> {
  yield []
}
const austin = { cells: [1, 2] }
const boulder = { cells: [3] }

test('the second of two pulls of an area starts when the first ends, even if the first deleted the files', async () => {
  const told: string[] = []
  const pull = (name: string) =>
    withSpool(
      parent,
      austin,
      async spool => {
        told.push(`${name} begins`)
        const versionFolder = await spool.openVersion(0, 'version')
        await spool.write(versionFolder, 0, noRows())
        await new Promise(resolve => setImmediate(resolve))
        expect(await Array.fromAsync(spool.read(versionFolder, 0))).toEqual([])
        await removeSpool(spool)
        told.push(`${name} ends`)
      },
      () => told.push(`${name} waits`),
    )
  const another = withSpool(parent, boulder, async spool => {
    told.push('another area')
    await removeSpool(spool)
  })
  await Promise.all([pull('first'), pull('second'), another])
  expect(told).toEqual(expect.arrayContaining(['second waits', 'another area']))
  expect(told.filter(word => word.endsWith('s') && word !== 'second waits')).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
  ])
  expect((await readdir(parent)).filter(name => !name.endsWith('.lock'))).toEqual([])
})

test('a reader of an earlier version of a file gets no rows of the new version', async () => {
  await withSpool(parent, boulder, async spool => {
    const [other, before] = [await spool.openVersion(10, 'other'), await spool.openVersion(1, 'before')]
    for (const versionFolder of [other, before]) await spool.write(versionFolder, 0, noRows())
    expect([await spool.openVersion(1, 'before'), spool.has(before, 0)]).toEqual([before, true])
    const now = await spool.openVersion(1, 'now')
    expect(spool.has(now, 0)).toBe(false)
    await spool.write(now, 0, noRows())
    await expect(Array.fromAsync(spool.read(before, 0))).rejects.toThrow('ENOENT')
    expect([spool.has(now, 0), spool.has(other, 0)]).toEqual([true, true])
    await removeSpool(spool)
  })
})

test('a full disk is reported as a temporary failure', async () => {
  await withSpool(parent, boulder, async spool => {
    const versionFolder = await spool.openVersion(0, 'version')
    await symlink('/dev/full', path.join(spool.folder, versionFolder, '0.jsonl.zst.part'))
    const writing = spool.write(versionFolder, 0, noRows())
    await expect(writing).rejects.toThrow(Unreachable)
    await expect(writing).rejects.toThrow('The disk is full')
    expect(spool.has(versionFolder, 0)).toBe(false)
  })
})

test('a pull waits for one of another process, but not for one that was killed', async () => {
  const holder = startPull()
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  let hasWaited = false
  const told = await withSpool(
    parent,
    austin,
    async () => 'mine',
    () => {
      hasWaited = true
      holder.kill('SIGKILL')
    },
  )
  expect({ told, hasWaited }).toEqual({ told: 'mine', hasWaited: true })
})

function startPull() {
  const script = `
    import { withSpool } from ${JSON.stringify(path.join(import.meta.dirname, 'spool.ts'))}
    setInterval(() => {}, 1000)
    await withSpool(${JSON.stringify(parent)}, ${JSON.stringify(austin)}, () => {
      console.log('held')
      return new Promise(() => {})
    })`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}
