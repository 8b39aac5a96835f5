import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip, fastCompression } from './compress.ts'

/** An answer for everyone, in the forms in which it is sent. */
export type PreparedAnswer = { plain: Buffer; zipped: Buffer; etag: string }

export function preparedAnswer(text: string): PreparedAnswer {
  const plain = Buffer.from(text)
  const etag = `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`
  return { plain, zipped: gzipSync(plain, fastCompression), etag }
}

/** Sends the answer, unless the caller has it already. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, zipped, etag }: PreparedAnswer,
): FastifyReply {
  void reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return acceptsGzip(request) ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain)
}
