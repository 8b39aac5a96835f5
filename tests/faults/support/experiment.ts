import { AssertionError } from 'node:assert'
import { describe, expect, test } from 'vitest'
import { inLab, type Lab } from './lab.ts'
import { assertInProduct, type Guard } from './product.ts'

/** True to run all experiments, false for those that are part of every test run. */
const isWhole = process.env.FAULTS === 'all'

type Experiment = {
  /** Part of every test run. */
  isShort?: boolean
  /** The safeguards against the fault. Without them the experiment must fail, which proves that it can. */
  guards: readonly [Guard, ...Guard[]]
}

/**
 * Causes a fault in the real product on real databases, and proves that the check can fail. `run` causes the fault and
 * asserts the exact outcome.
 */
export function experiment(
  title: string,
  { isShort = false, guards }: Experiment,
  run: (lab: Lab) => Promise<void>,
): void {
  describe.each([title])('%s', () => {
    test('its guard is in the product', () => {
      expect(() => guards.forEach(assertInProduct)).not.toThrow()
    })
    if (!isShort && !isWhole) return
    test('nothing is lost', async () => {
      await expect(inLab([], run)).resolves.toBeUndefined()
    })
    if (!isWhole) return
    test('without its guard it fails', async () => {
      const outcome = await inLab(guards, run).then(
        () => 'it passed without its guard',
        (error: unknown) => (isAssertion(error) ? 'it failed' : error),
      )
      expect(outcome).toBe('it failed')
    })
  })
}

const isAssertion = (error: unknown): boolean =>
  error instanceof AssertionError || (error instanceof Error && error.name === 'AssertionError')
