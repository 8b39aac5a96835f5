import { parentPort } from 'node:worker_threads'
import type { PageFacts } from './page-facts.ts'
import { pageText } from './page-text.ts'
import { readPage } from './read-page.ts'

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
