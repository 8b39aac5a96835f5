import type { FastifyInstance, InjectOptions } from 'fastify'
import type { KeyScope } from '#contract/accounts/api-keys.ts'
import { bearer, makeApiKey, signUpElite } from './api-key.ts'
import type { SignedIn, TestApp } from './app.ts'

/** Someone whose program has an API key. */
export type Programmer = SignedIn & { keyId: number; secret: string }

export async function signUpProgrammer({ app, deps }: TestApp, scope: KeyScope = 'search'): Promise<Programmer> {
  const owner = await signUpElite(app, deps)
  const { apiKey, secret } = await makeApiKey(app, owner, scope)
  return { ...owner, keyId: apiKey.id, secret }
}

/** `key` is an Idempotency-Key. */
export type ApiCall = { key?: string; payload?: object }

/** Calls the public API with GET, or with POST if there is a payload. */
export const callApi = (app: FastifyInstance, secret: string, url: string, { key, payload }: ApiCall = {}) =>
  app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/api/v1${url}`,
    headers: { ...bearer(secret), ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(payload === undefined ? {} : { payload }),
  } satisfies InjectOptions)
