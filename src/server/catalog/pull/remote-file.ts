import { setTimeout as pause } from 'node:timers/promises'
import type { AsyncBuffer } from 'hyparquet'
import { ImportError } from '#place-files/index.ts'
import { codeOf } from '#server/platform/basics/fault.ts'
import { ForbiddenAddress, type OutboundFetch } from '#server/platform/basics/outbound-fetch.ts'

export type RemoteFile = AsyncBuffer &
  FileVersion & {
    bytesRead: () => number
  }
/** Tells whether a file was replaced. */
export type FileVersion = {
  version: string
  tag: string | null
}

/** The server was unreachable or busy in all attempts, or our disk is full. A later attempt may succeed. */
export class Unreachable extends ImportError {}
export class FileChanged extends Error {}

export type RemoteOptions = {
  fetch: OutboundFetch
  tries?: number | undefined
  firstWaitMs?: number
}

const LONGEST_WAIT_MS = 30_000
/** Fewer attempts if the server refuses connections or has no DNS entry, because a user may be waiting. */
const TRIES_IF_REFUSED = 4
const retried = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * Opens a file on a web server. It is read by byte ranges. Opening reads the last `tailBytes` of the file and keeps
 * them in memory. Broken connections, busy servers, and slow answers are retried.
 */
export async function openRemoteFile(url: string, tailBytes: number, options: RemoteOptions): Promise<RemoteFile> {
  const { total, tag, version, tail } = await readTail(url, tailBytes, options)
  const tailStart = Number(total) - tail.byteLength
  const file = openKnownFile(url, { byteLength: Number(total), tag, version }, options)
  const slice = async (start: number, end = Number(total)): Promise<ArrayBuffer> =>
    start >= tailStart ? tail.slice(start - tailStart, end - tailStart) : file.slice(start, end)
  return { ...file, slice, bytesRead: () => file.bytesRead() + tail.byteLength }
}

/** Opens a file that was opened before. If it was replaced or removed since then, reading fails with `FileChanged`. */
export function openKnownFile(
  url: string,
  { byteLength, tag, version }: FileVersion & { byteLength: number },
  options: RemoteOptions,
): RemoteFile {
  const total = String(byteLength)
  let bytes = 0
  const slice = async (start: number, end = byteLength): Promise<ArrayBuffer> => {
    const content = await withRetries(options, url, async () => {
      const headers = { range: `bytes=${start}-${end - 1}`, ...(isStrong(tag) ? { 'if-match': tag } : {}) }
      const response = await options.fetch(url, { headers })
      assertSameFile(response, { tag, total, url })
      if (response.status !== 206) return response
      const body = await response.arrayBuffer()
      if (body.byteLength !== end - start) throw new Error('the answer was cut off')
      return body
    })
    if (!(content instanceof ArrayBuffer)) throw new ImportError(`${url} answers ${content.status}`)
    bytes += content.byteLength
    return content
  }
  return { byteLength, slice, tag, version, bytesRead: () => bytes }
}

type Tail = { total: string; tag: string | null; version: string; tail: ArrayBuffer }

async function readTail(url: string, tailBytes: number, options: RemoteOptions): Promise<Tail> {
  const found = await withRetries<Tail>(options, url, async () => {
    const response = await options.fetch(url, { headers: { range: `bytes=-${tailBytes}` } })
    const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
    if (response.status !== 206 || total === undefined) {
      if (!retried.has(response.status)) await response.body?.cancel()
      return response
    }
    const tail = await response.arrayBuffer()
    if (tail.byteLength !== Math.min(tailBytes, Number(total))) throw new Error('the answer was cut off')
    const tag = response.headers.get('etag')
    return { total, tag, version: [tag, response.headers.get('last-modified'), total].join(' '), tail }
  })
  if (!isAnswer(found)) return found
  throw new ImportError(`${url} answers ${found.status} and no ranges: it cannot be read in parts`)
}

const isStrong = (tag: string | null): tag is string => tag !== null && !tag.startsWith('W/')

type Answer = Awaited<ReturnType<OutboundFetch>>

function assertSameFile(response: Answer, file: { tag: string | null; total: string; url: string }): void {
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  const tag = response.headers.get('etag')
  const isOther = (total !== undefined && total !== file.total) || (response.status === 206 && tag !== file.tag)
  if ([404, 410, 412, 416].includes(response.status) || isOther)
    throw new FileChanged(`${file.url} was replaced or removed while it was read`)
}

/** Retries temporary failures. It waits as long as the server asks for, or longer after each failure. */
async function withRetries<T>(
  { tries = 7, firstWaitMs = 500 }: RemoteOptions,
  url: string,
  ask: () => Promise<T | Answer>,
): Promise<T | Answer> {
  for (let tried = 1; ; tried++) {
    let waitMs = Math.min(LONGEST_WAIT_MS, firstWaitMs * 2 ** (tried - 1))
    try {
      const answer = await ask()
      if (!isAnswer(answer) || !retried.has(answer.status)) return answer
      if (tried === tries) throw new Unreachable(`${url} answers ${answer.status}`)
      await answer.body?.cancel()
      waitMs = Math.min(LONGEST_WAIT_MS, retryAfterMs(answer) ?? waitMs)
    } catch (error) {
      if (error instanceof FileChanged || error instanceof ForbiddenAddress) throw error
      if (causeOf(error) instanceof ForbiddenAddress) throw causeOf(error)
      if (tried >= (isRefused(error) ? Math.min(tries, TRIES_IF_REFUSED) : tries))
        throw new Unreachable(`${url} cannot be read: ${wordsOf(error)}`)
    }
    await pause(waitMs)
  }
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && 'status' in value && 'headers' in value

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined)

const refusals = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ENODATA', 'EHOSTUNREACH', 'ENETUNREACH'])
const isRefused = (error: unknown): boolean => refusals.has(codeOf(causeOf(error)))

function wordsOf(error: unknown): string {
  const cause = causeOf(error)
  return (cause instanceof Error ? cause : (error as Error)).message
}

function retryAfterMs({ headers }: Answer): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : null
}

/** Reads a short text, such as a listing. Null if there is none. */
export async function readRemoteText(url: string, options: RemoteOptions): Promise<string | null> {
  const answer = await withRetries<string | null>(options, url, async () => {
    const response = await options.fetch(url)
    if (response.ok) return response.text()
    if (retried.has(response.status)) return response
    await response.body?.cancel()
    return null
  })
  return isAnswer(answer) ? null : answer
}
