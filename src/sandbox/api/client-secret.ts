import { noSuch } from '../stripe-error.ts'
import { text } from './params.ts'

export const clientSecret = { client_secret: text.optional() }

/** A browser may use an intent only with the client secret that was made for it. */
export function assertMayUse(
  intent: { id: string; object: string; client_secret: string | null },
  { isSecret, params }: { isSecret: boolean; params: { client_secret?: string | undefined } },
): void {
  const { client_secret: given } = params
  if (given === undefined ? !isSecret : given !== intent.client_secret) throw noSuch(intent.object, intent.id)
}
