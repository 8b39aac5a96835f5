import type { CategoryIndex, Sense } from './category-index.ts'
import { isAction, withoutFillers } from './category-words.ts'

/**
 * The trade for an action on a thing: "toilet repair", "fix a broken windshield", "sink or faucet installation". Null
 * if the words name no action, or things that belong to different trades.
 */
export function tradeOfThings({ things }: CategoryIndex, words: string[]): Sense | null {
  const kept = withoutFillers(words)
  // "System" belongs to the thing in "security system repair", but not in "septic system repair".
  return tradeOf(things, kept, word => word !== 'system' && isAction(word)) ?? tradeOf(things, kept, isAction)
}

function tradeOf(things: CategoryIndex['things'], words: string[], isAside: (word: string) => boolean): Sense | null {
  let rest = words.filter(word => !isAside(word))
  if (rest.length === 0 || rest.length === words.length) return null
  const trades = new Set<Sense>()
  while (rest.length > 0) {
    const length = longestThing(things, rest)
    const sense = things.get(rest.slice(0, length).join(' '))
    if (sense === undefined) return null
    trades.add(sense)
    rest = rest.slice(length)
  }
  const [trade = null, ...others] = trades
  return others.length === 0 ? trade : null
}

function longestThing(things: CategoryIndex['things'], words: readonly string[]): number {
  let length = words.length
  while (length > 1 && !things.has(words.slice(0, length).join(' '))) length--
  return length
}
