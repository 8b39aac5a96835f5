import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { pageText } from '#site-reader/index.ts'

const SitePages = z.strictObject({
  /** The public repository and commit that the pages came from, and their files in it, the front page first. */
  repository: z.string(),
  commit: z.string(),
  files: z.array(z.string()).min(1),
  /** Of the business. Where the pages do not name it, one made of its name. */
  domain: z.string(),
  names: z.array(z.string()).min(1),
  /** What the pages were made with. */
  builder: z.string(),
  /** What a person labeled. Facts that are missing here are not judged. */
  emails: z.array(z.string()),
  /** Addresses that are the business's, but shown to no visitor: neither wrong nor missed. */
  alsoRight: z.array(z.string()).optional(),
  phones: z.array(z.string().regex(/^1\d{10}$/)).optional(),
  profiles: z.array(z.string()).optional(),
  /**
   * As schema.org says them, or else the text, such as "Mo-Fr 08:00-17:00; Sa 09:00-12:00"; empty where there are
   * none, or several sets.
   */
  hours: z.string().optional(),
  rating: z.string().optional(),
  /** Its failures were looked at, although the hash puts it into the held-out half: it counts as tuned. */
  isOpened: z.literal(true).optional(),
  /** Only its flags and its builder were labeled. */
  hasOnlyFlags: z.literal(true).optional(),
})
/** The name of a site is its repository, or its domain if the repository has several sites. */
export type SitePages = z.infer<typeof SitePages> & { name: string; isOfCollection: boolean }
export type SavedPage = { url: string; text: string }

export async function readRecord(): Promise<SitePages[]> {
  const text = await readFile(path.resolve(import.meta.dirname, '../site-facts/pages.json'), 'utf8')
  const sites = z.array(SitePages).parse(JSON.parse(text))
  const all = Map.groupBy(sites, ({ repository }) => repository)
  return sites.map(site => {
    const isOfCollection = all.get(site.repository)?.length !== 1
    return Object.assign(site, { isOfCollection, name: isOfCollection ? site.domain : site.repository })
  })
}

/** The pages of a site, with the addresses that they would have on the web. Null if the folder lacks one of them. */
export async function pagesOf(folder: string, { repository, files, domain }: SitePages): Promise<SavedPage[] | null> {
  const at = path.join(folder, repository.replace('/', '+'))
  const root = path.dirname(files[0] ?? '')
  const saved = files.map(file => {
    const place = path.relative(root, file).replace(/(?:^|(?<=\/))index\.html?$/i, '')
    return {
      url: new URL(file === files[0] ? '/' : place, `https://${domain}/`).href,
      copy: path.join(at, file.replaceAll('/', '_').replaceAll(' ', '_')),
    }
  })
  if (!saved.every(({ copy }) => existsSync(copy))) return null
  return Promise.all(saved.map(async ({ url, copy }) => ({ url, text: pageText(await readFile(copy), null) })))
}
