import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiProblem, type ErrorType, errorTable, type LimitError, type Problem } from '#contract/errors.ts'
import { callMcp } from '#contract/public-api/mcp.ts'
import { refusalOfStripe } from '#server/money/provider/stripe-errors.ts'
import { faultOf, outageOf } from '#server/platform/basics/fault.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { pathOf } from '#server/platform/basics/url-path.ts'
import { UnconfirmedCommit } from '#server/platform/database/transaction.ts'
import { UnusableDatabaseError } from '#server/platform/database/unusable-database.ts'
import { apiProblemOf } from './api-problem.ts'

const RETRY_AFTER_SECONDS = 5

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error, request)
  const { headers, body } = answerOf(refusal, pathOf(request.url))
  // Of a file or list that failed before its first byte was sent.
  for (const name of ['content-encoding', 'content-disposition']) reply.removeHeader(name)
  return reply.status(errorTable[refusal.errorType].status).headers(headers).send(body)
}

/** Unexpected errors are logged in full, and become a refusal with one plain sentence. */
export function asRefusal(error: unknown, { log }: Pick<FastifyRequest, 'log'>): Refusal {
  const refusal = error instanceof Refusal ? error : (refusalOfStripe(error) ?? new Refusal(errorTypeOf(error)))
  const { status } = errorTable[refusal.errorType]
  if (status === 500) log.error({ err: faultOf(error) }, 'unexpected error')
  // Our own 503s only get the usual request line: under overload, logging each would be too expensive.
  else if (status === 503 && !(error instanceof Refusal))
    log.warn({ err: outageOf(error) }, 'a dependency is unavailable')
  return refusal
}

/** The response for a refusal. Paths for programs get problem details. */
export function answerOf(
  refusal: Refusal,
  path: string,
): { headers: Record<string, string>; body: Problem | ApiProblem } {
  const { status } = errorTable[refusal.errorType]
  const { retryAfterSeconds = status === 503 ? RETRY_AFTER_SECONDS : undefined, ...details } = refusal.details
  const problem: Problem = { message: refusal.message, errorType: refusal.errorType, ...details }
  const isForProgram = [apiRoot, callMcp.path].some(root => `${path}/`.startsWith(`${root}/`))
  return {
    headers: {
      'cache-control': 'no-store',
      'content-type': isForProgram ? 'application/problem+json' : 'application/json; charset=utf-8',
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) }),
    },
    body: isForProgram ? apiProblemOf(problem) : problem,
  }
}

type Unlimited = Exclude<ErrorType, LimitError>

const apiRoot = '/api/v1'

const fastifyErrors: Record<string, Unlimited> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_TYPE',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
}
// PostgreSQL: connection errors (08…), too many connections or disk full (53…), a deadlock or a lock that stays taken,
// shutting down, starting up, statement timeout, read-only, unreadable data or index.
const unavailableCodes =
  /^(08\w{3}|53\w{3}|40P01|55P03|57P0\d|57014|25006|58\w{3}|XX00[12]|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)$/
const unavailableMessages =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|database has stopped|not queryable/i

function errorTypeOf(thrown: unknown): Unlimited {
  if (!(thrown instanceof Error)) return 'INTERNAL'
  if (thrown instanceof UnconfirmedCommit) return 'UNCONFIRMED'
  if (thrown instanceof UnusableDatabaseError) return 'UNAVAILABLE'
  const error = thrown as FastifyError
  const known = fastifyErrors[error.code]
  if (known !== undefined) return known
  if (unavailableCodes.test(error.code) || unavailableMessages.test(error.message)) return 'UNAVAILABLE'
  return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
    ? 'INVALID_REQUEST'
    : 'INTERNAL'
}
