import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson } from '#json/index.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

const MAX_DEPTH = 20

/** Only accepts JSON bodies: any other content type is a 415. An empty body counts as no body. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, bodyOf)
}

const utf8 = new TextDecoder()

async function bodyOf(_request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) return undefined
  const value = isUtf8(bytes) ? parseJson(utf8.decode(bytes)) : undefined
  if (value === undefined) throw new Refusal('INVALID_REQUEST', { message: 'The request is not valid JSON.' })
  assertPlain(value, 0)
  return value
}

/** Rejects input that no form of ours sends: very deep nesting, NUL, lone surrogates, `__proto__`. */
export function assertPlain(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw new Refusal('INVALID_REQUEST', { message: 'The request is nested too deeply.' })
  if (typeof value === 'string') assertText(value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw new Refusal('INVALID_REQUEST')
    assertText(key)
    assertPlain(inner, depth + 1)
  }
}

function assertText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw new Refusal('INVALID_REQUEST', { message: 'The request contains characters that are not allowed.' })
}
