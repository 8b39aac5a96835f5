import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { faultOf } from '#server/platform/basics/fault.ts'
import { pathOf } from '#server/platform/basics/url-path.ts'

const PATH_CHARACTERS = 200
const accountIds = new WeakMap<FastifyRequest, number>()

/** Adds the account to this request's log line. */
export const noteCaller = (request: FastifyRequest, accountId: number): void => void accountIds.set(request, accountId)

/** Logs one line per request, with the account's id. No query strings, headers, or bodies: they can have secrets. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const accountId = accountIds.get(request)
    const line = {
      method: request.method,
      path: pathOf(request.url).slice(0, PATH_CHARACTERS),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(accountId === undefined ? {} : { accountId }),
    }
    if (error) reply.log.error({ ...line, err: faultOf(error) }, 'request failed')
    else reply.log.info(line, 'request')
  }
}
