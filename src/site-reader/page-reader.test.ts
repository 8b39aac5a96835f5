import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { PageReader, PageTooSlow } from './page-reader.ts'

const page = () => ({
  bytes: new TextEncoder().encode('<a href="mailto:info@flatirons.com">Write to us</a>'),
  contentType: 'text/html',
  url: 'https://flatirons.com/',
})

/** The niceness of each thread of this process. */
function nicenessOfThreads(): Map<string, number> {
  const niceness = new Map<string, number>()
  for (const thread of readdirSync('/proc/self/task')) {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    niceness.set(thread, Number(fields[16]))
  }
  return niceness
}

test.runIf(process.platform === 'linux')(
  'the thread that reads pages lets all others go first, and these keep their priority',
  async () => {
    const before = nicenessOfThreads()
    const reader = new PageReader()
    onTestFinished(() => reader.close())
    expect(await reader.read(page())).toMatchObject({ links: [] })
    const now = nicenessOfThreads()
    const changed = [...now].filter(([thread, niceness]) => niceness !== (before.get(thread) ?? getPriority()))
    expect(changed.map(([, niceness]) => niceness)).toEqual([Math.min(19, getPriority() + 10)])
  },
)

test('pages that are requested together are read one after another, each with its own facts', async () => {
  const reader = new PageReader()
  onTestFinished(() => reader.close())
  const urls = ['https://flatirons.com/', 'https://boulder.com/', 'https://pearl.com/']
  const pages = await Promise.all(
    urls.map((url, index) =>
      reader.read({ ...page(), url, bytes: new TextEncoder().encode(`<title>${url}</title>`.repeat(index + 1)) }),
    ),
  )
  expect(pages.map(read => read?.url)).toEqual(urls)
})

test('a page that takes too long is refused, and the pages after it are read', async () => {
  const reader = new PageReader(5)
  onTestFinished(() => reader.close())
  const large = '<p>303-440-0188 <b>info@flatirons.com</b> Mon-Fri 9am-5pm</p>'.repeat(30_000)
  expect(await reader.read(page())).toMatchObject({ url: page().url })
  const pages = [reader.read({ ...page(), bytes: new TextEncoder().encode(large) }), reader.read(page())]
  expect(await Promise.allSettled(pages)).toMatchObject([
    { status: 'rejected', reason: expect.any(PageTooSlow) },
    { status: 'fulfilled', value: { url: page().url } },
  ])
})

test('a page that cannot be sent to the thread does not keep others from being read', async () => {
  const reader = new PageReader()
  onTestFinished(() => reader.close())
  const bytes = Uint8Array.from(page().bytes)
  structuredClone(bytes, { transfer: [bytes.buffer] })
  await expect(reader.read({ ...page(), bytes })).rejects.toThrow('transfer')
  expect(await reader.read(page())).toMatchObject({ url: page().url })
})
