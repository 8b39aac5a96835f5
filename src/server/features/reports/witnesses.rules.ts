import { isOwnDomain, domainOfEmail } from '#server/catalog/suppression/suppression.rules.ts'
import { fairUseOf } from './reports.rules.ts'

type Card = {
  last4: string
  /** The provider's mark of the number. Null if the card has not been read since marks are stored. */
  fingerprint: string | null
}

/** An account that has reported a place. */
export type Witness = {
  userId: number
  email: string
  cards: readonly Card[]
  /** How many reports it made in the 30 days up to this one, this one included. */
  rank: number
  /** How many leads it pulled in those 30 days. */
  pulls: number
  /** Its reports that were refused, and corrections by it that an administrator removed. */
  mistakes: number
}

/** The reports of an account with this many mistakes no longer count. */
export const mistakeLimit = 3

/**
 * The accounts whose reports count: one for each person or company, as far as we can tell. Those with a card, a mailbox,
 * or a company's mail domain in common are one. A business cannot be a witness about itself.
 */
export function independentWitnesses(witnesses: readonly Witness[], ownDomains: readonly string[]): number[] {
  const believed = witnesses.filter(
    ({ email, rank, pulls, mistakes }) =>
      rank <= fairUseOf(pulls) && mistakes < mistakeLimit && !ownDomains.includes(domainOfEmail(email)),
  )
  const unmarked = new Set(
    believed.flatMap(({ cards }) => cards.filter(({ fingerprint }) => fingerprint === null).map(({ last4 }) => last4)),
  )
  const groups: { userIds: number[]; traits: Set<string> }[] = []
  for (const witness of believed.toSorted((a, b) => a.userId - b.userId)) {
    const joined = { userIds: [witness.userId], traits: new Set(traitsOf(witness, unmarked)) }
    for (const group of groups.filter(({ traits }) => !traits.isDisjointFrom(joined.traits))) {
      groups.splice(groups.indexOf(group), 1)
      joined.userIds.push(...group.userIds)
      for (const trait of group.traits) joined.traits.add(trait)
    }
    groups.push(joined)
  }
  return groups.map(({ userIds }) => Math.min(...userIds)).toSorted((a, b) => a - b)
}

/** The last digits only compare cards of which one has no mark. */
const traitsOf = ({ email, cards }: Witness, unmarked: ReadonlySet<string>): string[] => [
  ...cards.flatMap(({ last4, fingerprint }) => [
    ...(fingerprint === null ? [] : [`card ${fingerprint}`]),
    ...(unmarked.has(last4) ? [`digits ${last4}`] : []),
  ]),
  `mailbox ${mailboxOf(email)}`,
  ...(isOwnDomain(domainOfEmail(email)) ? [`domain ${domainOfEmail(email)}`] : []),
]

/** bob+1@gmail.com and b.o.b@gmail.com are one mailbox. */
function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@')
  const [base = ''] = name.split('+')
  return host === 'gmail.com' || host === 'googlemail.com' ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${host}`
}
