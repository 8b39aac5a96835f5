import { pbkdf2 } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createHostAddresses } from './host-addresses.ts'

const A = 1
const noData = Buffer.from([0xc0, 0x0c, 0, 6, 0, 1, 0, 0, 0, 1, 0, 22, 0, 0, ...Array<number>(20).fill(0)])
const answerOf = (address: string) =>
  Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)])

/** A name server that knows one address for every name, and answers when it may. */
async function startNameServer(address: string, mayAnswer: Promise<void> = Promise.resolve()) {
  const socket = createSocket('udp4')
  const state = { open: 0, mostOpen: 0, asked: 0, server: '' }
  socket.on('message', (question, from) => {
    const isA = question.readUInt16BE(question.indexOf(0, 12) + 1) === A
    const end = question.indexOf(0, 12) + 5
    if (isA) {
      state.asked += 1
      state.open += 1
      state.mostOpen = Math.max(state.mostOpen, state.open)
    }
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(isA ? 1 : 0, 6)
    header.writeUInt16BE(isA ? 0 : 1, 8)
    header.writeUInt16BE(0, 10)
    const answer = async () => {
      await mayAnswer
      if (isA) state.open -= 1
      socket.send([header, question.subarray(12, end), isA ? answerOf(address) : noData], from.port, from.address)
    }
    void answer()
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  state.server = `127.0.0.1:${socket.address().port}`
  return state
}

test('the addresses of a name come from the name server', async () => {
  const { server } = await startNameServer('93.184.215.14')
  const addresses = createHostAddresses({ servers: [server] })
  expect(await addresses('Example.com.')).toEqual([{ address: '93.184.215.14', family: 4 }])
})

const hosts = () => '# comment\n10.1.2.3 files.intern files # the archive\n::7 files.intern\nnonsense x.intern\n'

test('localhost and the hosts file need no name server', async () => {
  const addresses = createHostAddresses({ servers: ['127.0.0.1:1'], hosts })
  expect(await addresses('FILES.intern')).toEqual([
    { address: '10.1.2.3', family: 4 },
    { address: '::7', family: 6 },
  ])
  expect((await addresses('localhost')).map(({ address }) => address)).toEqual(['127.0.0.1', '::1'])
  await expect(addresses('x.intern')).rejects.toThrow('x.intern')
})

test('slow name servers hold up nothing else, and are asked about four names at a time', async () => {
  let answer: (() => void) | undefined
  const state = await startNameServer('93.184.215.14', new Promise(resolve => (answer = resolve)))
  const addresses = createHostAddresses({ servers: [state.server] })
  const names = Array.from({ length: 12 }, (_, index) => addresses(`shop${index}.example`))
  await expect.poll(() => state.open).toBe(4)
  // It needs a thread of the pool that `dns.lookup` would occupy, and ends although no name is answered.
  await promisify(pbkdf2)('password', 'salt', 1, 16, 'sha256')
  answer?.()
  expect((await Promise.all(names)).flat()).toHaveLength(12)
  expect({ asked: state.asked, mostOpen: state.mostOpen }).toEqual({ asked: 12, mostOpen: 4 })
})
