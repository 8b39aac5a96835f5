import { cp, glob, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

// The build does not know the service's address, so meta tags in its pages contain relative URLs.
const relativeAddress = /(<meta property="og:(?:image|url)" content=")(?=\/)/g
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Link previews on other sites need absolute URLs. */
export const withOrigin = (html: string, origin: string): string =>
  html.replaceAll(relativeAddress, (start: string) => start + origin)

/**
 * Copies the built pages with absolute URLs in their meta tags, plain and compressed, to a temporary folder that is
 * deleted when the app closes. Copies keep the modification times of the originals, so that all processes send the same
 * ETag.
 */
export async function addressedPages(app: FastifyInstance, built: string, origin: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-pages-'))
  app.addHook('onClose', () => rm(folder, { recursive: true, force: true }))
  const pages: Promise<void>[] = []
  for await (const page of glob('**/*.html', { cwd: built }))
    pages.push(writePage({ from: path.join(built, page), to: path.join(folder, page), origin }))
  await Promise.all(pages)
  return folder
}

async function writePage({ from, to, origin }: { from: string; to: string; origin: string }): Promise<void> {
  const html = Buffer.from(withOrigin(await readFile(from, 'utf8'), origin))
  const { atime, mtime } = await stat(from)
  // `cp` creates the parent folders.
  await cp(from, to)
  const copies = {
    [to]: html,
    [`${to}.br`]: await promisify(brotliCompress)(html, brotliQuality),
    [`${to}.gz`]: await promisify(gzip)(html),
  }
  for (const [file, bytes] of Object.entries(copies)) {
    await writeFile(file, bytes)
    await utimes(file, atime, mtime)
  }
}
