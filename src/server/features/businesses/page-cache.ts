import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

export type CachedPage = { html: Buffer; zipped: Buffer; etag: string; until: number }

const MAX_PAGES = 500
const KEPT_MS = 60_000
// A fast level, because more compression would cost more CPU time than it is worth.
const compression = { level: 3 }

/** Caches the most recently rendered pages for a minute, in the form in which they are sent. */
export class PageCache {
  #pages = new Map<string, CachedPage>()

  get(path: string, now: Date): CachedPage | undefined {
    const page = this.#pages.get(path)
    return page !== undefined && page.until > now.getTime() ? page : undefined
  }

  add(path: string, text: string, now: Date): CachedPage {
    const html = Buffer.from(text)
    const page = {
      html,
      zipped: gzipSync(html, compression),
      etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
      until: now.getTime() + KEPT_MS,
    }
    this.#pages.delete(path)
    this.#pages.set(path, page)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest)
    return page
  }
}
