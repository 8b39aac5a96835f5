/** All rules for a password. The second sentence is enforced in production only. */
export const passwordRules = 'At least 8 characters. Not a common password, your name, or your email.'

const MIN_LENGTH = 8
const LONG = 14
const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

const isRepetition = (text: string): boolean => `${text}${text}`.indexOf(text, 1) < text.length

/** A hint about the typed password, or ''. `names` are the owner's names and email. */
export function passwordStrength(password: string, names: readonly string[]): string {
  if (password === '') return ''
  const missing = MIN_LENGTH - password.length
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'} needed`
  const letters = lettersOf(password)
  const own = names.flatMap(name => [name, name.split('@')[0] ?? '']).map(lettersOf)
  if (own.some(name => name.length >= 3 && name === letters)) return 'Weak: this is your name or email'
  if (new Set(password.toLowerCase()).size < 5) return 'Weak: few different characters'
  const used = kinds.filter(kind => kind.test(password)).length
  if (used === 1 && (letters === '' || isRepetition(letters) || password.length < LONG)) return 'Weak: easy to guess'
  // However long, a word with a number may be on the list of common passwords, which only the server has.
  const isWordAndNumber = /^\p{L}+\p{N}*$/u.test(password)
  const isLong = password.length >= LONG || (used >= 3 && password.length >= 10)
  return isLong && !isWordAndNumber ? 'Strong' : 'Fair: longer is stronger'
}

export const PasswordHint = ({ password, names }: { password: string; names: readonly (string | undefined)[] }) => (
  <>
    {passwordRules}
    {/* The line is rendered before anything is typed, so that nothing moves. */}
    <output className="block min-h-4 font-medium text-ink-2">
      {passwordStrength(
        password,
        names.filter(name => name !== undefined),
      )}
    </output>
  </>
)
