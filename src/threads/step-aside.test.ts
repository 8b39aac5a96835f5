import { expect, test } from 'vitest'
import { stepAside } from './step-aside.ts'

/** The niceness that a thread has afterwards, if it was set. */
function setTo(niceness: number, platform = 'linux'): number | undefined {
  let last: number | undefined
  stepAside({ get: () => niceness, set: to => (last = to) }, platform)
  return last
}

test('a thread gets a lower priority than its process', () => {
  expect([setTo(0), setTo(5), setTo(-5), setTo(15), setTo(19)]).toEqual([10, 15, 5, 19, 19])
})

const refuse = (): never => {
  throw new Error('EPERM')
}

test('nothing changes on systems where threads have no priority of their own', () => {
  expect([setTo(0, 'darwin'), setTo(0, 'win32')]).toEqual([undefined, undefined])
})

test('a thread goes on working if the system refuses a lower priority', () => {
  expect(() => stepAside({ get: () => 0, set: refuse }, 'linux')).not.toThrow()
  expect(() => stepAside({ get: refuse, set: () => {} }, 'linux')).not.toThrow()
})
