import { z } from 'zod'
import { parseJson } from '#json/index.ts'
import { ImportError } from '#place-files/index.ts'
import { readRemoteText, type RemoteOptions } from './remote-file.ts'

export type ReleaseFiles = {
  urls: string[]
  /** The name of the release in the URL. */
  release: string | null
  /** True if these are all files of the release. A single file may be only a part. */
  isWhole: boolean
  /** True for a single file of a release. Other files may have more places in the same cells. */
  isPart: boolean
}

const catalog = 'https://stac.overturemaps.org/catalog.json'
const bucket = 'https://overturemaps-us-west-2.s3.us-west-2.amazonaws.com/'
const places = 'theme=places/type=place/'
const releaseOf = (text: string): string | null =>
  /(?:^|\/)(\d{4}-\d{2}-\d{2}(?:\.\d+)?)(?:\/|$)/.exec(text)?.[1] ?? null

/** The Parquet files of the release at the operator's URL, the newest one below it, or Overture's newest. */
export async function findReleaseFiles(from: string | undefined, options: RemoteOptions): Promise<ReleaseFiles> {
  if (from === undefined) return newestOverture(options)
  const url = new URL(from)
  if (url.pathname.endsWith('.parquet'))
    return {
      urls: [url.href],
      release: releaseOf(url.pathname),
      isWhole: false,
      isPart: url.pathname.includes(`/${places}`),
    }
  const root = url.pathname.endsWith('/') ? url.href : `${url.href}/`
  const found = (await filesBelow(root, options)) ?? (await newestBelow(root, options))
  if (found !== null) return found
  throw new ImportError(`${from} lists no Parquet files: give the address of a file, of a release, or of all releases`)
}

async function filesBelow(root: string, options: RemoteOptions): Promise<ReleaseFiles | null> {
  for (const folder of [`${root}${places}`, root]) {
    const urls = await linksOf(folder, parquetLink, options)
    if (urls.length > 0) return { urls, release: releaseOf(new URL(folder).pathname), isWhole: true, isPart: false }
  }
  return null
}

/** Finds the newest release in a folder that has a folder for each release. */
async function newestBelow(root: string, options: RemoteOptions): Promise<ReleaseFiles | null> {
  const newest = (await linksOf(root, releaseLink, options)).at(-1)
  return newest === undefined ? null : filesBelow(newest, options)
}

async function newestOverture(options: RemoteOptions): Promise<ReleaseFiles> {
  const release = await latestOverture(options)
  const keys = await listBucket(`release/${release}/${places}`, options)
  const urls = keys.filter(isParquet).map(key => new URL(key, bucket).href)
  if (urls.length === 0) throw new ImportError(`${bucket} lists no places of release ${release}`)
  return { urls, release, isWhole: true, isPart: false }
}

// The newest folder may still be incomplete, and its missing places would count as removed, so ask the catalog.
async function latestOverture(options: RemoteOptions): Promise<string> {
  const parsed = Catalog.safeParse(parseJson((await readRemoteText(catalog, options)) ?? ''))
  const latest = parsed.success ? releaseOf(parsed.data.latest) : null
  if (latest === null) throw new ImportError(`${catalog} does not say which release is the latest: name one (--from)`)
  return latest
}

const Catalog = z.object({ latest: z.string() })

const isParquet = (name: string) => name.endsWith('.parquet')
const MAX_PAGES = 50

async function listBucket(prefix: string, options: RemoteOptions): Promise<string[]> {
  const found: string[] = []
  let continuation: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const asked = new URLSearchParams({ 'list-type': '2', prefix })
    if (continuation !== undefined) asked.set('continuation-token', continuation)
    const text = (await readRemoteText(`${bucket}?${asked.toString()}`, options)) ?? ''
    for (const [, value = ''] of text.matchAll(/<Key>([^<]+)<\/Key>/g)) found.push(plain(value))
    continuation = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]
    if (continuation === undefined) break
  }
  return found
}

const plain = (xml: string) => xml.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

const parquetLink = /(?:href=|")["']?([^"'<>\s]+\.parquet)/g
const releaseLink = /(?:href=|")["']?([^"'<>\s]*\d{4}-\d{2}-\d{2}(?:\.\d+)?\/)(?=["'>\s])/g

/** The matching links on a web server's listing of a folder, sorted. */
async function linksOf(folder: string, pattern: RegExp, options: RemoteOptions): Promise<string[]> {
  const page = (await readRemoteText(folder, options)) ?? ''
  const links = [...page.matchAll(pattern)].map(([, link = '']) => link)
  const urls = links.flatMap(link => URL.parse(plain(link), folder) ?? [])
  const own = urls.filter(url => url.host === new URL(folder).host)
  return [...new Set(own.map(url => url.href))].toSorted()
}
