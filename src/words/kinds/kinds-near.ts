import { wordsOf } from '../text.ts'
import { kindsLike } from './choices.ts'
import { type Kind, selectedKeys } from './kind.ts'
import { describedKinds } from './vocabulary.ts'

const MAX_NEAR = 20

/** What to offer instead of a kind that no place has: kinds that contain it, listed nearest ones, and similar ones. */
export function kindsNear(kind: Kind): Kind[] {
  const [main = ''] = selectedKeys(kind)
  const containing = describedKinds().filter(other => other !== kind && selectedKeys(other).includes(main))
  const named = [kind, ...containing].flatMap(({ nearest }) =>
    describedKinds().filter(({ label }) => nearest.includes(label)),
  )
  return [...new Set([...containing, ...named, ...kindsLike(wordsOf(kind.label), MAX_NEAR)])].filter(
    other => other !== kind,
  )
}
