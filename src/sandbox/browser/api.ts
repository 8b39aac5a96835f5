export type ApiError = { type: string; message: string; code?: string; decline_code?: string }
export type Answer<Result> = { result: Result; error?: undefined } | { result?: undefined; error: ApiError }

/** Calls the sandbox as a customer's browser does, with the publishable key from the page. */
export async function ask<Result>(
  method: 'GET' | 'POST',
  path: string,
  params: Record<string, string>,
): Promise<Answer<Result>> {
  const form = new URLSearchParams({ ...params, key: document.body.dataset.key ?? '' })
  try {
    const response = await fetch(method === 'GET' ? `${path}?${form}` : path, {
      method,
      headers: { 'x-sandbox-page': '1' },
      ...(method === 'GET' ? {} : { body: form }),
    })
    const body = (await response.json()) as { error?: ApiError }
    return body.error === undefined ? { result: body as Result } : { error: body.error }
  } catch {
    return { error: { type: 'api_connection_error', message: 'The payments sandbox did not answer.' } }
  }
}

export type Intent = {
  id: string
  object: 'payment_intent' | 'setup_intent'
  status: string
  last_setup_error?: ApiError | null
  last_payment_error?: ApiError | null
}

export const pathOf = (secret: string): string => {
  const id = secret.split('_secret_')[0] ?? ''
  return `/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`
}
