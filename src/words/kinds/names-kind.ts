import { wordsOf } from '../text.ts'
import { lookUp } from './look-up.ts'
import { kindOfKey } from './vocabulary.ts'

const MAX_LENGTH = 300
/** Later parts of a title are usually services or towns. */
const MAX_PARTS = 3
/** Titles of directories, guides, and offers: "Find the Best Plumbers", "Plumber Jobs". */
const refused = /\b(?:find|best|top|hire|compare|how|jobs?|careers?|reviews?|sale)\b/i

/** Whether one of the first parts of a title or a heading names the kind: "Ann Lee | Dentist in Boulder". */
export const namesKind = (text: string, key: string): boolean =>
  text
    .slice(0, MAX_LENGTH)
    .split(/\s[-–—]\s|[|•·»:]/)
    .slice(0, MAX_PARTS)
    .some(part => {
      const [named = ''] = part.split(/\s(?:in|near|at|of|for|serving)\s/i)
      const meaning = refused.test(part) ? null : lookUp(wordsOf(named))
      return meaning?.kinds.some(kind => kind === kindOfKey(key)) === true
    })
