import {
  areCustomers,
  entryLength,
  isCircumstance,
  isForOtherUser,
  isPremises,
  mishaps,
  ownOpenings,
  peopleAtStart,
  sentenceWords,
  theirOpenings,
  thingsIn,
  troubles,
  wishes,
} from './request-parts.ts'
import { ingOf, type Verb, verbAround, verbAt } from './request-verbs.ts'

/**
 * A sentence that asks for a business. `wordings` are other words for what it asks for, likeliest first. `guesses` are
 * worth a question. In a `purchase`, a store may be meant.
 */
export type Request = { wordings: string[]; guesses: string[]; isPurchase: boolean }

const MAX_WORDINGS = 40
const inSpanish =
  /^(?:tiendas?|servicios?|talleres|taller|negocios?|empresas?|compañ[ií]as?|venta|lugares|locales) de (?:l[ao]s? |el )?(\S.*)$/

/**
 * Other words for a request such as "stores that sell vapes", "where can we dump an old couch", "I need my driveway
 * plowed", or "my furnace won't start". Null if the words are no request.
 */
export function requestIn(typed: string): Request | null {
  const [, spanish] = inSpanish.exec(typed.slice(0, 200).trim().toLowerCase()) ?? []
  if (spanish !== undefined) return request([spanish], true)
  const words = sentenceWords(typed)
  if (words.length < 2 || isTitle(typed)) return null
  const [wish, own, theirs] = [wishes, ownOpenings, theirOpenings].map(set => entryLength(set, words)) as [
    number,
    number,
    number,
  ]
  if (own > 0 && own >= wish && own >= theirs) return requestToDo(words.slice(own), true)
  if (theirs > wish) return requestToDo(words.slice(theirs), false)
  if (wish > 0) return wanted(words.slice(wish))
  return mishapIn(words) ?? ofPeople(words) ?? orderIn(words) ?? troubleIn(words) ?? aboutMe(words)
}

/** "I Can Help You Organize" is a name. */
const isTitle = (typed: string): boolean =>
  /\p{Lu}\p{Ll}+\P{L}+\p{Lu}\p{Ll}/u.test(typed) && !/(?:^|\s)\p{Ll}{4}/u.test(typed)

function request(wordings: readonly string[], isPurchase: boolean, guesses: readonly string[] = []): Request {
  return { wordings: [...new Set(wordings)].slice(0, MAX_WORDINGS), guesses: [...guesses], isPurchase }
}

function wanted(words: readonly string[]): Request | null {
  if (words[0] === 'to') return requestToDo(words.slice(1), true)
  const theirs = entryLength(theirOpenings, words)
  if (theirs > 0) return requestToDo(words.slice(theirs), false)
  const people = ofPeople(words)
  if (people !== null) return people
  const things = thingsIn(words)
  if (areCustomers(things.at(-1) ?? '')) return null
  const certain = certainThings(words).filter(thing => !isVague(thing))
  return doneIn(words) ?? request(certain, true, things)
}

/** "A bed for my dog" comes from no mattress store, but may be a "dog bed". */
const certainThings = (words: readonly string[]): string[] =>
  isForOtherUser(words) ? thingsIn(words).filter(thing => !isStart(thing, words)) : thingsIn(words)

/** Whether the thing is all that stands before "for": "bed" in "a bed for my dog". */
const isStart = (thing: string, words: readonly string[]): boolean => {
  const before = words.slice(0, words.indexOf('for')).join(' ')
  return before === thing || before.endsWith(` ${thing}`)
}

/** Words that are too vague for a trade: "food for a party" is not sold by every food store, and "it" is not IT support. */
const isVague = (thing: string): boolean =>
  /^(?:food|home|house|travel|business|art|education|it|something|places?|stores?|shops?)$/.test(thing)

function ofPeople(words: readonly string[]): Request | null {
  const people = peopleAtStart(words)
  return people === null ? null : requestToDo(words.slice(people.end), people.isOwn)
}

/** "Fix my roof" */
function orderIn(words: readonly string[]): Request | null {
  const found = verbAt(words, 0)
  const next = words[found?.length ?? 0] ?? ''
  if (found !== null && /^(?:my|a|an|the|some|old)$/.test(next)) return requestToDo(words, true)
  return /^(?:get|have)$/.test(words[0] ?? '') ? doneIn(words.slice(1)) : null
}

// "Businesses that need cleaning" and "lawyers who advertise" ask for customers, not for a trade.
const asksForCustomers =
  /^(?:who|that|which|needs?|wants?|ha(?:s|ve)|uses?|hires?|hiring|leases?|owns?|plays?|adopts?|rides?|learns?|stud(?:y|ies)|accepts?|advertises?|likes?|loves?|looks?|are|is|was|were|takes?|moves?|plans?|get|gets)$/

/** What follows an opening: a verb and its thing. `isOwn` if the customer wants to do it. */
function requestToDo(words: readonly string[], isOwn: boolean): Request | null {
  const [first = ''] = words
  const found = verbAt(words, 0)
  const isOneWord = (found?.length ?? 1) === 1
  const around = verbAround(words)
  const isAround = around !== null && isEnd(words, around.end + 1)
  if (first === '') return null
  if (!isOwn && isOneWord && !isAround && asksForCustomers.test(first) && doneIn(words.slice(1)) === null) return null
  if (/^(?:get|have|getting|having|gets)$/.test(first)) {
    const done = doneIn(words.slice(1))
    if (done !== null) return { ...done, isPurchase: true }
  }
  if (around !== null && isAround) return withPatterns(around.verb, thingsIn(words.slice(1, around.end)), isOwn)
  const lessons = lessonsIn(words)
  // "Companies that sell to plumbers" ask for no plumbers.
  const rest = words.slice(found?.length ?? 1)
  if (lessons.length === 0 && /^(?:to|for|with|from|at|by)$/.test(rest[0] ?? ''))
    return isOwn ? request([], false) : null
  if (found === null) {
    const things = thingsIn(rest)
    const base = first.replace(/(?<!s)s$/, '')
    // "I want to grow my business" names no trade.
    if (things.every(areCustomers)) return request([], false)
    if (isOwn && isOwning.test(first) && things.some(isPremises)) return request([], false, things)
    return request(
      [...lessons, ...things.flatMap(thing => [`${base} ${thing}`]), ...(isOwn ? [] : thingsIn(words))],
      false,
    )
  }
  const things = thingsIn(rest)
  if (isOwn && isOwning.test(found.verb.base) && things.some(isPremises)) return request([], false, things)
  const asked = withPatterns(found.verb, certainThings(rest), isOwn)
  return { ...asked, wordings: [...lessons, ...asked.wordings] }
}

// Whoever opens a bar looks for no bar.
const isOwning = /^(?:buy|purchase|sell|open|unlock|start|own|run|build|set up)$/

const isEnd = (words: readonly string[], position: number): boolean =>
  position >= words.length || isCircumstance(words, position)

const isTrading = /^(?:buy|sell|sold|bought|get|got|find|found|order|purchase|carry|stock|pick up)$/

function withPatterns(verb: Verb, things: readonly string[], isOwn: boolean): Request {
  const patterns = isOwn ? verb.own : verb.theirs
  const certain = patterns.filter(pattern => !pattern.startsWith('?'))
  const guesses = patterns.filter(pattern => pattern.startsWith('?')).map(pattern => pattern.slice(1).trim())
  const wordings = things.flatMap(thing => [`${verb.base} ${thing}`, ...certain.filter(hasThing).map(fill(thing))])
  return request([...wordings, ...certain.filter(pattern => !hasThing(pattern))], isTrading.test(verb.base), [
    ...things.flatMap(thing => guesses.filter(hasThing).map(fill(thing))),
    ...guesses.filter(guess => !hasThing(guess)),
  ])
}

const hasThing = (pattern: string): boolean => /\bX\b/.test(pattern)
const fill = (thing: string) => (pattern: string) => pattern.replace(/\bX\b/, thing)

/** "Learn to swim", "teach my kid to drive": swimming lessons, a driving school. */
function lessonsIn(words: readonly string[]): string[] {
  if (!/^(?:learn|teach|train|taught)/.test(words[0] ?? '')) return []
  const to = words.indexOf('to')
  const [verb = '', ...rest] = to === -1 ? [] : words.slice(to + 1)
  if (verb === '') return []
  const [whole, doing] = [[verb, ...rest].join(' '), [ingOf(verb), ...rest].join(' ')]
  const last = rest.length === 0 ? [] : [[verb, ...rest.slice(0, -1), ingOf(rest.at(-1) ?? '')].join(' ')]
  return [doing, ...last, whole].flatMap(skill => [`${skill} lessons`, `${skill} school`, `learn to ${skill}`])
}

const isDamage = /^(?:fix|repair|servic|restor|rebuil)/

/** The work on a thing that is named after it: "my driveway plowed", "my documents notarized", "blood work done". */
function doneIn(words: readonly string[]): Request | null {
  for (let position = 1; position < words.length; position++) {
    const found = verbAt(words, position)
    const done = words[position] ?? ''
    const isDone = found === null ? /^\w*[aeiouy]\w+ed$/.test(done) : isPast(words, position, found)
    if (!isDone || !isEnd(words, position + (found?.length ?? 1))) continue
    const things = thingsIn(words.slice(0, position))
    if (things.length === 0 || /^(?:to|and|is|are)$/.test(words[position - 1] ?? '')) return null
    if (done === 'done') return request(things, false)
    const generic = things.flatMap(thing => namesOfWork(thing, done))
    if (found === null) return request(generic, false)
    const asked = withPatterns(found.verb, things, false)
    return request([...generic, ...asked.wordings], asked.isPurchase, asked.guesses)
  }
  // "I need my hair fingerprinted" has a thing; "where do I get fingerprinted" has none.
  const found = words.length === 0 || !isEnd(words, 1) ? null : verbAt(words, 0)
  return found !== null && isPast(words, 0, found) ? withPatterns(found.verb, [], false) : null
}

const irregular = new Set(
  'cut put hung done found taken built made bought sold shot shod dug sewn written rebuilt kept sent laid'.split(' '),
)

/** Whether the verb at the position says what was done: "plowed", "cleaned out", "laser cut". */
function isPast(words: readonly string[], position: number, { length }: { length: number }): boolean {
  const form = words.slice(position, position + length)
  return form.some(word => irregular.has(word) || /[a-z]{2}ed$/.test(word))
}

/** What the work is called: "car inspection" if a car is inspected. */
function namesOfWork(thing: string, done: string): string[] {
  const doing = done
    .replace(/ied$/, 'y')
    .replace(/([bdgmnprt])\1ed$/, '$1')
    .replace(/e?d$/, '')
  return [`${thing} ${doing}ion`, `${thing} ${doing}ing`, `${thing} ${doing}`].concat(
    isDamage.test(done) ? [`${thing} repair`] : [],
  )
}

/** "I cracked my windshield", "we have a broken window" */
function mishapIn(words: readonly string[]): Request | null {
  const length = entryLength(mishaps, words)
  if (length === 0) return null
  const typed = words[length - 1] ?? ''
  // "Someone broke into my car" is no damage, and "broke" no broker.
  if (/^(?:into|up|in)$/.test(words[length] ?? '')) return request([], false)
  const damage = typed === 'broke' ? 'broken' : typed
  const things = thingsIn(words.slice(length))
  return request(
    things.flatMap(thing => [`${damage} ${thing}`, `${thing} repair`]),
    false,
  )
}

/** "I owe money to the IRS", "is my husband cheating", "water comes through my ceiling" */
function aboutMe(words: readonly string[]): Request | null {
  const isMine =
    (/^(?:i|im|ive|theres|there)$/.test(words[0] ?? '') && words.length > 3) ||
    /^(?:is|are|did) my /.test(words.join(' ')) ||
    (words.length > 4 && words.includes('my', 1))
  return isMine ? request(thingsIn(words), false) : null
}

/** "My basement is flooded", "the furnace won't start", "my dog needs a haircut" */
function troubleIn(words: readonly string[]): Request | null {
  const isMine = /^(?:my|the)$/.test(words[0] ?? '')
  const needs = words.findIndex((word, position) => position > 0 && /^needs?$/.test(word))
  if (needs > 0 && isMine) return needIn(words, needs)
  const start = words.findIndex((_, position) => position > 0 && entryLength(troubles, words, position) > 0)
  if (start === -1)
    return isMine && words.some(word => isVerbOfTrouble.test(word)) ? request(thingsIn(words), false) : null
  if (!isMine && start > 2) return null
  const trouble = words.slice(start, start + entryLength(troubles, words, start))
  const how = /^(?:is|are|got)$/.test(trouble[0] ?? '') ? trouble.slice(1).join(' ') : trouble[0]?.replace(/s$/, 'ing')
  const things = thingsIn(words.slice(0, start))
  return request(
    things.flatMap(thing => [`${how} ${thing}`, `${thing} ${words.slice(start).join(' ')}`, `${thing} repair`]),
    false,
  )
}

const isVerbOfTrouble = /^(?:is|are|has|have|got|was|hurts?|smells?|needs?|went|fell|ate|wants?|smashed|hit)$/

function needIn(words: readonly string[], needs: number): Request {
  const rest = words.slice(needs + 1)
  const subject = words.slice(0, needs).filter(word => word !== 'my' && word !== 'the')
  if (/^(?:repairs?|work|fixing)$/.test(rest[0] ?? '')) return request([`${subject.join(' ')} repair`], false)
  const done = doneIn([...subject, ...rest.filter(word => word !== 'to' && word !== 'be')])
  if (done !== null && done.wordings.length > 0) return done
  const things = thingsIn(rest)
  const whose = subject.join(' ')
  return request(
    things.map(thing => `${whose} ${thing}`),
    true,
    [`${whose} repair`, ...things],
  )
}
