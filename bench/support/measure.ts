import { readdirSync, readFileSync } from 'node:fs'

export type Measured = { p50: number; p95: number; p99: number; cpuMs: number }
const TICKS_PER_SECOND = 100

/** Runs every question once, in turn. Times in milliseconds; `cpuMs` is what `cpu` says, for each question. */
export async function measure<Q>({
  questions,
  ask,
  cpu,
}: {
  questions: readonly Q[]
  ask: (question: Q) => unknown
  cpu: () => number
}): Promise<Measured> {
  for (const question of questions.slice(0, 200)) await ask(question)
  const times: number[] = []
  const cpuBefore = cpu()
  for (const question of questions) {
    const start = performance.now()
    await ask(question)
    times.push(performance.now() - start)
  }
  const cpuMs = (cpu() - cpuBefore) / questions.length
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), cpuMs }
}

/** CPU milliseconds of this process, its worker threads included. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** CPU milliseconds of a process and its children so far (Linux). */
export function cpuMsOf(pid: number): number {
  let ticks = 0
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = statOf(entry)
    if (stat !== null && (Number(entry) === pid || stat.parent === pid)) ticks += stat.ticks
  }
  return (ticks * 1000) / TICKS_PER_SECOND
}

function statOf(pid: string): { parent: number; ticks: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}

export const milliseconds = (value: number): string => value.toFixed(value < 10 ? 3 : 1)
export const ratio = (value: number, reference: number): string => `${(value / reference).toFixed(2)}x`
