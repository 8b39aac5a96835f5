import type { FastifyReply, FastifyRequest } from 'fastify'
import { IdempotencyKey } from '#contract/public-api/api-v1.ts'
import type { Account, Requester } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import type { Page } from '#server/features/searches/search-page.ts'
import { currentLeadsOf } from '#server/leads/read-leads.usecases.ts'
import { invalidInput } from '#server/platform/basics/refusal.ts'
import { pathOf } from '#server/platform/basics/url-path.ts'
import type { InSameTransaction } from '#server/platform/database/transaction.ts'
import { answerAfter, answerOnce, type KeyedRequest, type Once } from './answer-once.usecases.ts'

/** A short list as a single page. */
export const onOnePage = <Item>(items: Item[]) => ({ items, total: items.length, nextCursor: null })

export type Write = Requester & { request: FastifyRequest; reply: FastifyReply; body: unknown }

export function askedOf({ request, account, body }: Write): KeyedRequest {
  const given = request.headers['idempotency-key']
  const key = IdempotencyKey.optional().safeParse(given)
  if (!key.success) throw invalidInput('Idempotency-Key', 'Invalid Idempotency-Key')
  return {
    userId: account.id,
    idempotencyKey: key.data,
    what: [request.method, pathOf(request.url), body],
  }
}

/** Marks a response as repeated, and brings its leads up to date: a business may be on a do-not-contact list now. */
async function currentAnswer<Answer extends object>(
  deps: Deps,
  { reply, account }: { reply: FastifyReply; account: Account },
  { answer, isRepeated }: Once<Answer>,
): Promise<Answer> {
  if (!isRepeated) return answer
  void reply.header('idempotency-replayed', 'true')
  return hasLeads(answer) ? { ...answer, leads: await currentLeadsOf(deps, account, answer.leads) } : answer
}

/** Answers a write that must not be done twice. */
export const writeOnce = async <Answer extends object>(
  deps: Deps,
  call: Write,
  run: (inSameTransaction?: InSameTransaction<Answer>) => Promise<Answer>,
): Promise<Answer> => currentAnswer(deps, call, await answerOnce(deps, askedOf(call), run))

/** Answers a write that may be done twice. */
export const answerWrite = async <Answer extends object>(
  deps: Deps,
  call: Write,
  run: () => Promise<Answer>,
): Promise<Answer> => currentAnswer(deps, call, await answerAfter(deps, askedOf(call), run))

/** Does the same for a write that has no result. */
export const confirmWrite = (deps: Deps, call: Write, message: string, run: () => Promise<void>) =>
  answerWrite(deps, call, async () => {
    await run()
    return { message }
  })

const hasLeads = (answer: object): answer is Pick<Page, 'leads'> => 'leads' in answer
