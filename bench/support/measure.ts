export type Measured = { p50: number; p95: number; p99: number; cpuMs: number }

/** Runs every question once, in turn, after `warmUp` of them that do not count. Times in milliseconds; `cpuMs` is what `cpu` says, for each question. */
export async function measure<Q>({
  questions,
  ask,
  cpu,
  warmUp = 200,
}: {
  questions: readonly Q[]
  ask: (question: Q) => unknown
  cpu: () => number
  warmUp?: number
}): Promise<Measured> {
  for (const question of questions.slice(0, warmUp)) await ask(question)
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

export const milliseconds = (value: number): string => value.toFixed(value < 10 ? 3 : 1)
export const ratio = (value: number, reference: number): string => `${(value / reference).toFixed(2)}x`
