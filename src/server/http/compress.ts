import { pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Smaller answers fit into one packet as they are. */
const LEAST_BYTES = 1400
// A fast one: what it leaves uncompressed costs less than the processor time.
const options = { level: 3 }
const compressed = promisify<Buffer | string, typeof options, Buffer>(gzip)
const compressible = /^(application\/([\w.-]+\+)?json|text\/csv)(;|$)/

/**
 * Compresses JSON and CSV for callers that accept it, on the thread pool. Pages and their assets are compressed when they
 * are built.
 *
 * The size of a compressed answer can reveal a secret next to text that an attacker chose (BREACH). No answer to a GET
 * contains a secret. Answers to writes that do (a new API key, two-factor codes, a card setup) are below `LEAST_BYTES`, and
 * writes from other sites are refused.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isCompressible(reply)) return payload
    void reply.header('vary', withEncoding(reply.getHeader('vary')))
    if (request.method === 'HEAD' || !acceptsGzip(request)) return payload
    if (payload instanceof Readable) {
      void reply.header('content-encoding', 'gzip').removeHeader('content-length')
      return compressedStream(payload)
    }
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || Buffer.byteLength(payload) < LEAST_BYTES)
      return payload
    void reply.header('content-encoding', 'gzip')
    return compressed(payload, options)
  })
}

const isCompressible = (reply: FastifyReply): boolean =>
  !reply.hasHeader('content-encoding') && compressible.test(String(reply.getHeader('content-type') ?? ''))

/** Fails when its source does: an answer that broke off must not look whole. */
function compressedStream(source: Readable): Transform {
  const target = createGzip(options)
  pipeline(source, target, () => {})
  return target
}

const withEncoding = (vary: ReturnType<FastifyReply['getHeader']>): string =>
  vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`

/** "gzip;q=0" refuses it; "*" stands for what is not named. */
function acceptsGzip({ headers }: FastifyRequest): boolean {
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
