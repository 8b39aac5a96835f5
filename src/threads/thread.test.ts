import { expect, test, vi } from 'vitest'
import { messagesOf, startThread } from './index.ts'

const threadOf = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`)
const failing = threadOf(`
  import { parentPort } from 'node:worker_threads'
  parentPort.once('message', () => { throw new Error('too late') })
  parentPort.postMessage('result')`)

test('a thread that fails after its last message was read does not end the process', async () => {
  const uncaught = vi.fn<(error: Error) => void>()
  process.on('uncaughtException', uncaught)
  const worker = startThread(failing)
  for await (const [message] of messagesOf<string>(worker)) {
    expect(message).toBe('result')
    break
  }
  const end = new Promise(resolve => worker.once('exit', resolve))
  worker.postMessage('fail', [])
  await end
  process.off('uncaughtException', uncaught)
  expect(uncaught).not.toHaveBeenCalled()
})

test('if a thread fails while its messages are read, the reader gets the error', async () => {
  const worker = startThread(failing)
  const read = async () => {
    for await (const _ of messagesOf(worker)) worker.postMessage('fail', [])
  }
  await expect(read()).rejects.toThrow('too late')
})
