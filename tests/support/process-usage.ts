import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** CPU milliseconds that a process and its children have used (Linux). */
export function cpuMsOf(pid: number): number {
  let ticks = 0
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = statOf(entry)
    if (stat === null) continue
    if (Number(entry) === pid) ticks += stat.ticks + stat.ticksOfEnded
    else if (stat.parent === pid) ticks += stat.ticks
  }
  return (ticks * 1000) / TICKS_PER_SECOND
}

type Stat = { parent: number; ticks: number; /** Of children that have ended. */ ticksOfEnded: number }

function statOf(pid: string): Stat | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return {
      parent: Number(fields[1]),
      ticks: Number(fields[11]) + Number(fields[12]),
      ticksOfEnded: Number(fields[13]) + Number(fields[14]),
    }
  } catch {
    return null
  }
}

/** Peak memory of a process in bytes (Linux). */
export const peakMemoryOf = (pid: number): number => statusOf(pid, 'VmHWM')

/** Current memory of a process in bytes (Linux). */
export const memoryOf = (pid: number): number => statusOf(pid, 'VmRSS')

function statusOf(pid: number, field: string): number {
  const [, kibibytes] =
    new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1024
}
