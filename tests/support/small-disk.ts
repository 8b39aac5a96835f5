import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type SmallDisk = { folder: string; fill: () => void; free: () => void; remove: () => Promise<void> }

/** A small disk (Linux): memory mounted in the namespace of a sleeping process, reached through /proc. */
export function createSmallDisk(megabytes: number): Promise<SmallDisk> {
  return mountFor(folder => `mount -t tmpfs -o size=${megabytes}m tmpfs ${folder}`)
}

/** `source` as a read-only file system. */
export function createReadOnlyDisk(source: string): Promise<SmallDisk> {
  // A mount by an ordinary user must keep the restrictions of the file system that it shows, and file systems in memory
  // often have these.
  const options = 'remount,ro,bind,nosuid,nodev,noexec'
  return mountFor(folder => `mount --bind ${source} ${folder} && mount -o ${options} ${folder}`)
}

async function mountFor(mount: (folder: string) => string): Promise<SmallDisk> {
  const outside = mkdtempSync(path.join(tmpdir(), 'leadline-disk-'))
  const script = `${mount(outside)} && echo mounted && exec cat`
  const holder = spawn('unshare', ['--mount', '--map-root-user', 'sh', '-c', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(holder, 'exit')
  const [said] = (await Promise.race([once(holder.stdout, 'data'), exited])) as [unknown]
  if (!String(said).startsWith('mounted')) throw new Error('This machine mounts no disk for a test')
  const folder = path.join(`/proc/${holder.pid}/root`, outside)
  const filler = path.join(folder, 'filler')
  return {
    folder,
    fill: () => fillFile(filler),
    free: () => rmSync(filler),
    remove: async () => {
      holder.stdin.end()
      await exited
      rmSync(outside, { recursive: true, force: true })
    },
  }
}

function fillFile(file: string): void {
  const handle = openSync(file, constants.O_CREAT | constants.O_WRONLY | constants.O_APPEND)
  const block = Buffer.alloc(4096)
  try {
    for (;;) writeSync(handle, block)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error
  } finally {
    closeSync(handle)
  }
}
