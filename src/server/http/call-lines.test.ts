import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HolderLines } from './call-lines.ts'

/** Calls that run, by their holder's initial, until they are told to end. */
function newCalls() {
  const lines = new HolderLines()
  const running: (() => void)[] = []
  const started: string[] = []
  const call = (holder: string, credentials = `session of ${holder}`) =>
    lines.run({ holder, credentials }, async () => {
      started.push(holder)
      await new Promise<void>(end => running.push(end))
      return 'done'
    })
  return { started, running, call }
}

test('eight calls of a holder run at once, whichever sessions they come from, and those of others run beside them', async () => {
  const { started, running, call } = newCalls()
  const answers = Array.from({ length: 10 }, (_, n) => call('ann', `session ${n}`))
  answers.push(call('bob'))
  await nextTurn()
  expect(started).toEqual([...Array.from({ length: 8 }, () => 'ann'), 'bob'])
  for (let n = 0; n < 11; n++) {
    running[n]?.()
    await nextTurn()
  }
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 11 }, () => 'done'))
})

test('a failed call gives its turn back', async () => {
  const lines = new HolderLines()
  const failing = Array.from({ length: 20 }, () =>
    lines
      .run({ holder: 'ann', credentials: 'session' }, () => Promise.reject(new Error('broken')))
      .catch(() => 'failed'),
  )
  expect(await Promise.all(failing)).toEqual(Array.from({ length: 20 }, () => 'failed'))
})
