import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const SitePages = z.strictObject({
  /** The public repository that the pages came from, and their files in it. */
  repository: z.string(),
  files: z.array(z.string()).min(1),
  /** Of the business. */
  domain: z.string(),
  names: z.array(z.string()),
  /** Its addresses, as a person labeled them. */
  emails: z.array(z.string()),
})
export type SitePages = z.infer<typeof SitePages>

export async function readRecord(): Promise<SitePages[]> {
  const text = await readFile(path.resolve(import.meta.dirname, '../site-facts/pages.json'), 'utf8')
  return z.array(SitePages).parse(JSON.parse(text))
}
