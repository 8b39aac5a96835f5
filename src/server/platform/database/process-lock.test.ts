import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { acquireProcessLock } from './process-lock.ts'

let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leadline-lock-'))
  dataDir = path.join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('only one process at a time can lock a data folder; the next one can after the release', () => {
  const first = acquireProcessLock(dataDir)
  expect(acquireProcessLock(dataDir)).toBeNull()
  first?.release()
  const second = acquireProcessLock(dataDir)
  expect(second).not.toBeNull()
  second?.release()
})

test('a lock can be released twice', () => {
  const lock = acquireProcessLock(dataDir)
  lock?.release()
  expect(() => lock?.release()).not.toThrow()
})

test('a data folder created by the lock is not accessible to other users', () => {
  acquireProcessLock(dataDir)?.release()
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})

test('a killed process leaves no lock behind', async () => {
  const holder = startHolder()
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  expect(acquireProcessLock(dataDir)).toBeNull()
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const lock = acquireProcessLock(dataDir)
  expect(lock).not.toBeNull()
  lock?.release()
})

function startHolder() {
  const script = `
    import { acquireProcessLock } from ${JSON.stringify(path.join(import.meta.dirname, 'process-lock.ts'))}
    acquireProcessLock(${JSON.stringify(dataDir)})
    await new Promise(resolve => setImmediate(resolve))
    gc()
    console.log('held')
    setInterval(() => {}, 1000)`
  return spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
