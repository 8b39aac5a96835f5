import { productName } from '#contract/product.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { invalidInput } from '#server/platform/basics/refusal.ts'

type Owner = { username: string; email: string; firstName?: string | null; lastName?: string | null }

/** Rejects common passwords and the owner's own names, but only in production. `path` names the field. */
export async function refuseWeakPassword(
  { config }: { config: Pick<Deps['config'], 'NODE_ENV'> },
  password: string,
  { owner, path }: { owner: Owner; path: string },
): Promise<void> {
  if (config.NODE_ENV !== 'production') return
  if (isOwnName(password, owner))
    throw invalidInput(path, 'Password must not be your name, your email, or the name of this site')
  if (await isCommon(password)) throw invalidInput(path, 'This password is too common. Please choose another')
}

/** A name, possibly with digits and symbols around it. */
function isOwnName(password: string, { username, email, firstName, lastName }: Owner): boolean {
  const bare = lettersOf(password)
  const names = [username, email, email.split('@')[0], firstName, lastName, `${firstName}${lastName}`, productName]
  return names.some(name => name != null && lettersOf(name).length >= 3 && bare === lettersOf(name))
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')

/** One of about 50,000 common passwords of eight or more characters, ignoring case. */
async function isCommon(password: string): Promise<boolean> {
  // Loading the list takes a tenth of a second, so it is not loaded at every start.
  const { default: list } = await import('fxa-common-password-list')
  return list.test(password) || list.test(password.toLowerCase())
}
