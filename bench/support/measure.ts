export type Measured = { p50: number; p95: number; p99: number; cpuMs: number }

/**
 * Asks every question once, in turn, after `warmUp` unmeasured ones. Times are in milliseconds; `cpuMs` is the average
 * growth of `cpu()` per question.
 */
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
  const { times, cpuMs } = await timed({ questions, ask, cpu })
  return summed(times, cpuMs)
}

const TURN = 50
const ROUNDS = 5

/**
 * Measures several implementations in turns. The best of five times counts for each question, because other work on the
 * machine only makes a question slower. CPU is the sum of all rounds.
 */
export async function measureInTurn<Q>({
  questions,
  ways,
  cpu,
}: {
  questions: readonly Q[]
  ways: Record<string, (question: Q) => unknown>
  cpu: () => number
}): Promise<Map<string, Measured>> {
  const sums = new Map(Object.keys(ways).map(name => [name, { best: [] as number[], cpuMs: 0 }]))
  for (let from = 0; from < questions.length; from += TURN) {
    const turn = questions.slice(from, from + TURN)
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, ask] of Object.entries(ways)) {
        const { times, cpuMs } = await timed({ questions: turn, ask, cpu })
        const sum = sums.get(name)
        if (sum === undefined) continue
        sum.cpuMs += cpuMs / ROUNDS
        for (const [index, time] of times.entries())
          sum.best[from + index] = Math.min(time, sum.best[from + index] ?? Infinity)
      }
    }
  }
  return new Map([...sums].map(([name, { best, cpuMs }]) => [name, summed(best, cpuMs)]))
}

type Timing<Q> = { questions: readonly Q[]; ask: (question: Q) => unknown; cpu: () => number }

/** Asks every question once. Times are in milliseconds, and CPU is the sum. */
export async function timed<Q>({ questions, ask, cpu }: Timing<Q>): Promise<{ times: number[]; cpuMs: number }> {
  const times: number[] = []
  const cpuBefore = cpu()
  for (const question of questions) {
    const start = performance.now()
    await ask(question)
    times.push(performance.now() - start)
  }
  return { times, cpuMs: cpu() - cpuBefore }
}

export function summed(times: number[], cpuMs: number): Measured {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), cpuMs: cpuMs / times.length }
}

/** CPU milliseconds of this process, including its worker threads. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export const milliseconds = (value: number): string => value.toFixed(value < 10 ? 3 : 1)
export const ratio = (value: number, reference: number): string => `${(value / reference).toFixed(2)}x`

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
