import { pipeline, Readable, type Transform } from 'node:stream'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Smaller responses fit into one packet uncompressed. */
const LEAST_BYTES = 1400
// More compression would cost more CPU than it saves.
export const fastCompression = { level: 3 }
const compressible = /^(application\/([\w.-]+\+)?json|text\/(csv|vcard))(;|$)/

/**
 * Compresses JSON, CSV, and vCards for callers that accept it, on the thread pool. Pages and assets are compressed at
 * build time.
 *
 * The size of a compressed response can reveal a secret next to text that an attacker chose (BREACH). No response to a
 * GET contains a secret. Responses to writes that do (a new API key, two-factor codes, a card setup) are smaller than
 * `LEAST_BYTES`, and writes from other sites are refused.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply)) return done(null, payload)
    void reply.header('vary', withEncoding(reply.getHeader('vary')))
    if (request.method === 'HEAD' || isSmall(payload) || !acceptsGzip(request)) return done(null, payload)
    if (payload instanceof Readable) {
      void reply.header('content-encoding', 'gzip').removeHeader('content-length')
      return done(null, compressedStream(payload))
    }
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload)
    void reply.header('content-encoding', 'gzip')
    gzip(payload, fastCompression, done)
  })
}

const isSmall = (payload: unknown): boolean =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) < LEAST_BYTES

const isCompressible = (reply: FastifyReply): boolean =>
  !reply.hasHeader('content-encoding') && compressible.test(String(reply.getHeader('content-type') ?? ''))

/** Fails when its source does: a truncated response must not look complete. */
function compressedStream(source: Readable): Transform {
  const target = createGzip(fastCompression)
  pipeline(source, target, () => {})
  return target
}

const withEncoding = (vary: ReturnType<FastifyReply['getHeader']>): string =>
  vary === undefined || vary === 'accept-encoding' ? 'accept-encoding' : `${String(vary)}, accept-encoding`

/** "gzip;q=0" refuses gzip; "*" matches everything not listed. */
export function acceptsGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const offers = new Map(
    (headers['accept-encoding'] ?? '')
      .toLowerCase()
      .split(',')
      .map(offer => {
        const [name = '', quality = 'q=1'] = offer.split(';').map(part => part.trim())
        return [name, Number(quality.replace('q=', '')) > 0] as const
      }),
  )
  return offers.get('gzip') ?? offers.get('*') ?? false
}
