import { withoutPauses } from './hours-pause.rules.ts'
import { days, type Token } from './hours-tokens.rules.ts'
import { MEAL } from './hours-words.ts'
import { type Clock, isOverlapping, type Week, weekOf } from './week.rules.ts'

/** True for a line that has only the name of a meal. */
export const isMeal = (line: string): boolean => onlyMeal.test(line)
const onlyMeal = new RegExp(`^${MEAL}(?: (?:hours|service))?[ :|-]{0,3}$`, 'i')

const namesOf = (tokens: readonly Token[]): Set<string> =>
  new Set(tokens.flatMap(token => (token.kind === 'meal' ? token.meal : [])))

/** True if only one meal is named. The restaurant may also be open at other times. */
export const isOneMeal = (tokens: readonly Token[]): boolean => namesOf(tokens).size === 1

/** The opening hours that the tokens describe. A restaurant is open during each of its meals. */
export function weekOfMeals(tokens: readonly Token[], clock: Clock): Week | null {
  if (namesOf(tokens).size === 0) return weekOf(tokens, clock)
  const before = tokens.slice(
    0,
    tokens.findIndex(({ kind }) => kind === 'meal'),
  )
  if (isOneMeal(tokens)) return before.some(({ kind }) => kind === 'time') ? besideMeal(tokens, before, clock) : null
  const first = tokens.find(({ kind }) => kind !== 'filler' && kind !== 'and')
  // "Mon-Fri: lunch 11am-2pm, dinner 5pm-9pm" names the days once. "Lunch: Mon-Fri 11am-2pm" names them for each meal.
  return first?.kind === 'meal'
    ? together(byMeal(tokens).map(part => weekOf(part, clock) ?? weekOf(withHalves(part), clock)))
    : weekOf(tokens, clock)
}

/** The first hour of each meal that is before noon. */
const mornings: Readonly<Record<string, number>> = { breakfast: 1, brunch: 7, lunch: 9 }

/** Adds what a meal says about its times: lunch "11:30-2" ends after noon. */
function withHalves(part: readonly Token[]): Token[] {
  const [first] = part
  if (first?.kind !== 'meal' || part.some(token => token.kind === 'time' && token.time.half !== null)) return [...part]
  const morning = mornings[first.meal] ?? 12
  return part.map(token => {
    if (token.kind !== 'time' || token.time.hour > 12) return token
    return { ...token, time: { ...token.time, half: token.time.hour >= morning && token.time.hour < 12 ? 'am' : 'pm' } }
  })
}

/**
 * Reads "Mon-Sat 11am-9pm. Brunch: Sun 10am-2pm". The meal has to be within the hours of the business, or on a day that
 * has no other hours. A short lunch that starts after the business opens is a lunch break.
 */
function besideMeal(tokens: readonly Token[], before: readonly Token[], clock: Clock): Week | null {
  const end = before.findLastIndex(({ kind }) => kind !== 'days' && kind !== 'filler') + 1
  const all = weekOf(before.slice(0, end), clock)
  const [stated, another] = byMeal(tokens)
  // In "Sunday brunch: 10-2", the day comes before the meal.
  const part = stated && [...before.slice(end), ...stated]
  if (all === null || part === undefined || another !== undefined) return null
  // "(lunch 12-1)" is about each day.
  const meal = weekOf(part, clock) ?? weekOf([{ kind: 'days', days: [...days] }, ...part], clock)
  if (meal === null) return null
  const fits = days.every(day => meal[day]?.every(one => all[day]?.some(open => isPartOf(one, open)) ?? true) ?? true)
  if (namesOf(tokens).has('lunch') && !startsWith(all, meal)) return withoutPauses(all, meal)
  return fits ? { ...meal, ...all } : null
}

/** True if a meal starts when the business opens, or the business is open for the meal only. */
const startsWith = (all: Week, meal: Week): boolean =>
  days.every(
    day => meal[day]?.every(one => all[day]?.some(open => open.slice(0, 5) === one.slice(0, 5)) ?? true) ?? true,
  )

const isPartOf = (one: string, open: string): boolean =>
  one.slice(0, 5) >= open.slice(0, 5) && (one.slice(6) <= open.slice(6) || open.slice(6) < open.slice(0, 5))

function byMeal(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = []
  for (const token of tokens)
    if (token.kind === 'meal') parts.push([token])
    else parts.at(-1)?.push(token)
  return parts.filter(part => part.some(({ kind }) => kind === 'time'))
}

function together(weeks: readonly (Week | null)[]): Week | null {
  const all: Week = {}
  for (const week of weeks) {
    if (week === null) return null
    for (const day of days) if (week[day] !== undefined) all[day] = [...(all[day] ?? []), ...week[day]].toSorted()
  }
  // If times overlap, the text is not about meals.
  return Object.values(all).some(isOverlapping) ? null : all
}
