import { expect, test } from 'vitest'
import { ProgressView } from './progress-view.ts'

function createView(isTTY: boolean) {
  let text = ''
  let time = 0
  const write = (more: string) => (text += more)
  const view = new ProgressView({ isTTY, columns: 200, write }, () => time)
  return { view, text: () => text, wait: (ms: number) => (time += ms) }
}
const reading = (done: number) => ({ label: 'Reading', done, total: 2000 })

test('a terminal shows a bar on one line, which is cleared before other text', () => {
  const { view, text, wait } = createView(true)
  view.show(reading(1000))
  expect(text()).toBe(`\r\u001B[2K[${'#'.repeat(15)}${'.'.repeat(15)}] Reading: 1,000 of 2,000`)
  wait(200)
  view.clear()
  view.clear()
  expect(text().endsWith('2,000\r\u001B[2K')).toBe(true)
})

test('a file gets a plain line now and then, and one for each new step', () => {
  const { view, text, wait } = createView(false)
  view.show(reading(100))
  view.show(reading(200))
  wait(6000)
  view.show(reading(300))
  for (const label of ['Reading, 1.5 MB, 9 s left', 'Reading, 2.5 MB, 8 s left', 'Writing'])
    view.show({ label, done: 0, total: null })
  view.clear()
  expect(text()).toBe('Reading: 100 of 2,000\nReading: 300 of 2,000\nReading, 1.5 MB, 9 s left ...\nWriting ...\n')
})
