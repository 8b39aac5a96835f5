import type { FastifyInstance } from 'fastify'
import type { LoginInput, ProfileInput, RegisterInput } from '#contract/accounts/account.ts'
import type { ApiKeyInput } from '#contract/accounts/api-keys.ts'
import type {
  BothFactorsInput,
  ChangePasswordInput,
  CodeInput,
  ForgotPasswordInput,
  LinkInput,
  ResetPasswordInput,
  SignedInDevice,
} from '#contract/accounts/security.ts'
import type { PageVisitInput } from '#contract/admin/visits.ts'
import { makeApiKey, signUpElite } from '../api-key.ts'
import { signUp } from '../app.ts'
import { tokenMailedTo } from '../due-jobs.ts'
import { beginTwoFactor, codeNow, withTwoFactor } from '../two-factor.ts'
import { contactInput, type GoodCall, type GoodCalls, newName, ownPassword, password, searcher } from './good-call.ts'

async function bothFactors(app: FastifyInstance): Promise<GoodCall> {
  const { recoveryCodes, ...as } = await withTwoFactor(app)
  return { body: { ...ownPassword, code: recoveryCodes[0] ?? '' } satisfies BothFactorsInput, as }
}

/** Good calls of the endpoints for visitors, and for the account of a user. */
export const accountCalls: GoodCalls = {
  'GET /api/user': async () => ({}),
  'POST /api/login': async app => {
    const { user } = await signUp(app, { username: newName() })
    return { body: { username: user.username, password } satisfies LoginInput }
  },
  'POST /api/register': async () => {
    const username = newName()
    return { body: { username, email: `${username}@example.com`, password } satisfies RegisterInput }
  },
  'POST /api/logout': async app => ({ as: await signUp(app) }),
  'POST /api/contact': async () => ({ body: contactInput }),
  'GET /api/support': async () => ({}),
  'PATCH /api/profile': async app => ({
    body: {
      firstName: 'Dana',
      lastName: '',
      email: `${newName()}@example.com`,
      username: newName(),
    } satisfies ProfileInput,
    as: await signUp(app),
  }),
  'POST /api/forgot-password': async () => ({ body: { email: 'nobody@example.com' } satisfies ForgotPasswordInput }),
  'POST /api/reset-password': async app => {
    const { user } = await signUp(app)
    await app.inject({ method: 'POST', url: '/api/forgot-password', payload: { email: user.email } })
    const token = await tokenMailedTo(app, user.email, '/reset-password#')
    return { body: { token, newPassword: 'another long password' } satisfies ResetPasswordInput }
  },
  'POST /api/verify-email': async app => {
    const { user } = await signUp(app)
    return { body: { token: await tokenMailedTo(app, user.email, '/verify-email#') } satisfies LinkInput }
  },
  'POST /api/verify-email/resend': async app => ({ as: await signUp(app) }),
  'POST /api/undo-email': async app => {
    const { user, cookie } = await signUp(app)
    const payload = { email: `${newName()}@example.com` }
    await app.inject({ method: 'PATCH', url: '/api/profile', payload, headers: { cookie } })
    const token = await tokenMailedTo(app, payload.email, '/verify-email#')
    await app.inject({ method: 'POST', url: '/api/verify-email', payload: { token } })
    return { body: { token: await tokenMailedTo(app, user.email, '/verify-email#undo.') } satisfies LinkInput }
  },
  'GET /api/account/security': async app => ({ as: await signUp(app) }),
  'POST /api/account/password': async app => ({
    body: { currentPassword: password, newPassword: 'another long password' } satisfies ChangePasswordInput,
    as: await signUp(app),
  }),
  'GET /api/account/security-events': async app => ({ options: { query: { limit: '20' } }, as: await signUp(app) }),
  'GET /api/account/sessions': async app => ({ as: await signUp(app) }),
  'DELETE /api/account/sessions/:id': async app => {
    const as = await signUp(app)
    const [session] = (await app.inject({ url: '/api/account/sessions', headers: { cookie: as.cookie } })).json<
      SignedInDevice[]
    >()
    return { options: { url: `/api/account/sessions/${session?.id}` }, as }
  },
  'DELETE /api/account/sessions': async app => ({ as: await signUp(app) }),
  'POST /api/account/two-factor': async app => ({ body: ownPassword, as: await signUp(app) }),
  'POST /api/account/two-factor/confirm': async app => {
    const as = await signUp(app)
    const secret = await beginTwoFactor(app, as)
    return { body: { code: codeNow(app, secret) } satisfies CodeInput, as }
  },
  'POST /api/account/two-factor/recovery-codes': bothFactors,
  'POST /api/account/two-factor/remove': bothFactors,
  'POST /api/account/delete': async app => ({ body: ownPassword, as: await signUp(app) }),
  'GET /api/account/data': async app => ({ as: await searcher(app) }),
  'POST /api/page-visits': async () => ({ body: { page: '/about', referrer: null } satisfies PageVisitInput }),
  'GET /api/api-keys': async () => ({}),
  'POST /api/api-keys': async (app, deps) => ({
    body: { name: 'Nightly sync', scope: 'search', ...ownPassword } satisfies ApiKeyInput,
    as: await signUpElite(app, deps),
  }),
  'DELETE /api/api-keys/:id': async (app, deps) => {
    const as = await signUpElite(app, deps)
    const { apiKey } = await makeApiKey(app, as)
    return { options: { url: `/api/api-keys/${apiKey.id}` }, as }
  },
  'GET /api/account/programs': async () => ({}),
  'DELETE /api/account/programs': async (app, deps) => ({ as: await signUpElite(app, deps) }),
}
