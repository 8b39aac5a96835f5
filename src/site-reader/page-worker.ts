import { parentPort } from 'node:worker_threads'
import { stepAside } from '#threads/index.ts'
import type { PageFacts } from './page-facts.ts'

// Before the rest is loaded, which takes longer than reading many pages.
stepAside()
const [{ pageText }, { readPage }] = await Promise.all([import('./page-text.ts'), import('./read-page.ts')])

export type PageQuestion = { id: number; bytes: Uint8Array; contentType: string | null; url: string }
export type PageAnswer = { id: number; page: PageFacts | null }

// Untrusted pages are parsed in this thread, separate from user requests.
parentPort?.on('message', ({ id, bytes, contentType, url }: PageQuestion) => {
  let page: PageFacts | null = null
  try {
    page = readPage(pageText(bytes, contentType), url)
  } catch {
    // A page that cannot be read has no facts.
  }
  const answer: PageAnswer = { id, page }
  parentPort?.postMessage(answer, [])
})
