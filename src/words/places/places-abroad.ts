import { plainWords, stateCode } from '#geography/index.ts'

const provinces = [
  'alberta',
  'british columbia',
  'england',
  'manitoba',
  'new brunswick',
  'nova scotia',
  'ontario',
  'quebec',
  'saskatchewan',
  'scotland',
  'wales',
]

let countries: ReadonlySet<string> | undefined

/** Whether the words name a country or a province elsewhere, and no state. */
export function isAbroad(typed: string): boolean {
  countries ??= new Set([...namesOfCountries(), ...provinces])
  const words = plainWords(typed).join(' ')
  return countries.has(words) && stateCode(words) === null
}

function namesOfCountries(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  return letters.flatMap(first =>
    letters.flatMap(second => {
      const name = names.of(first + second)
      return name === undefined ? [] : plainWords(name).join(' ')
    }),
  )
}
