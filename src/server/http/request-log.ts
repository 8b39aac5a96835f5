import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

const PATH_CHARACTERS = 200
const accountIds = new WeakMap<FastifyRequest, number>()

/** For the log's line of this request. */
export const noteCaller = (request: FastifyRequest, accountId: number): void => void accountIds.set(request, accountId)

/** One line for each answered request, with the id of the account that asked. No query strings, headers or bodies: they can hold secrets and personal data. */
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

export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/'

/** What the log keeps of an outage, which many requests meet: no trace, since the defect is not in our code. */
export function outageOf(error: unknown): object {
  const { stack: _stack, cause: _cause, ...fault } = faultOf(error) as Record<string, unknown>
  return fault
}

/** What the log keeps of an error: the database's errors carry values of rows in their other fields. */
export function faultOf(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const code = 'code' in error ? error.code : undefined
  return { name, message, code, stack, ...(error.cause === undefined ? {} : { cause: faultOf(error.cause) }) }
}
