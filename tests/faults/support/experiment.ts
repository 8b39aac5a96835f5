import { AssertionError } from 'node:assert'
import { describe, expect, test } from 'vitest'
import { inLab, type Lab } from './lab.ts'
import { assertInProduct, type Guard } from './product.ts'

const TIMEOUT_MS = 180_000
/** The whole laboratory, or the part that every run of the tests includes. */
const isWhole = process.env.FAULTS === 'all'

type Experiment = {
  /** Part of every run of the tests. */
  isShort?: boolean
  /** Where it takes longer than most. */
  timeoutMs?: number
  /** What keeps the fault from doing harm. Without it the experiment has to fail: that shows that it can. */
  guards: readonly [Guard, ...Guard[]]
}

/**
 * A fault done to the real product on real databases, and the proof that the experiment has teeth.
 * `run` does the harm and asserts the exact outcome.
 */
export function experiment(
  title: string,
  { isShort = false, timeoutMs = TIMEOUT_MS, guards }: Experiment,
  run: (lab: Lab) => Promise<void>,
): void {
  describe.each([title])('%s', () => {
    test('its guard is in the product', () => {
      expect(() => guards.forEach(assertInProduct)).not.toThrow()
    })
    if (!isShort && !isWhole) return
    test('nothing is lost', { timeout: timeoutMs }, async () => {
      await expect(inLab([], run)).resolves.toBeUndefined()
    })
    if (!isWhole) return
    test('without its guard it fails', { timeout: timeoutMs }, async () => {
      const outcome = await inLab(guards, run).then(
        () => 'it held all the same',
        (error: unknown) => (isAssertion(error) ? 'it failed' : error),
      )
      expect(outcome).toBe('it failed')
    })
  })
}

const isAssertion = (error: unknown): boolean =>
  error instanceof AssertionError || (error instanceof Error && error.name === 'AssertionError')
