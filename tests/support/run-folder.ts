import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const wantedBytes = 2 * 1024 ** 3

/**
 * Creates a folder for all files of this run, in memory if there is room. PostgreSQL creates hundreds of files for each
 * database, and finding free space for them on a disk took a sixth of the CPU time of all tests.
 */
export function makeRunFolder(): string {
  const parent = hasRoom(memory) ? memory : tmpdir()
  removeAbandoned(parent)
  const folder = mkdtempSync(path.join(parent, `leadline-tests-${process.pid}-`))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711)
  return folder
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= wantedBytes
}

/** Removes the folders that killed runs left behind. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^leadline-tests-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(path.join(parent, name), { recursive: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another error means that the process exists, for example as a process of another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
