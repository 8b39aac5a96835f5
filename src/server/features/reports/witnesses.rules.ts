import { isOwnDomain, domainOfEmail } from '#server/catalog/suppression/suppression.rules.ts'
import { mailboxOf } from '#server/platform/mail/mail-limits.rules.ts'
import { fairUseOf } from './reports.rules.ts'

type Card = {
  last4: string
  /** The provider's fingerprint of the card number. Null for a card from before these were stored. */
  fingerprint: string | null
}

/** An account that has reported a place. */
export type Witness = {
  userId: number
  email: string
  cards: readonly Card[]
  /** The number of reports that the account made in the 30 days up to this report, including it. */
  rank: number
  /** The number of reports that it made in those 30 days and since then. */
  reports: number
  /** The number of leads that it pulled in those 30 days and since then. */
  pulls: number
  /** The number of its refused reports, and of corrections based on its reports that an administrator removed. */
  mistakes: number
}

/** An account with this many mistakes is no longer believed. */
export const mistakeLimit = 3

/** An account that reports this many times more than fair use allows reports anything, so it is not believed at all. */
export const believedTimesFairUse = 3

/**
 * The ids of the independent accounts, as far as we can tell. Accounts that share a card, a mailbox, or a company's
 * mail domain count as one, with the lowest id. A business cannot be a witness about itself.
 */
export function independentWitnesses(witnesses: readonly Witness[], ownDomains: readonly string[]): number[] {
  const believed = witnesses.filter(
    ({ email, rank, reports, pulls, mistakes }) =>
      rank <= fairUseOf(pulls) &&
      reports <= believedTimesFairUse * fairUseOf(pulls) &&
      mistakes < mistakeLimit &&
      !ownDomains.includes(domainOfEmail(email)),
  )
  const digitsWithoutFingerprint = new Set(
    believed.flatMap(({ cards }) => cards.filter(({ fingerprint }) => fingerprint === null).map(({ last4 }) => last4)),
  )
  const groups: { userIds: number[]; traits: Set<string> }[] = []
  for (const witness of believed.toSorted((a, b) => a.userId - b.userId)) {
    const joined = { userIds: [witness.userId], traits: new Set(traitsOf(witness, digitsWithoutFingerprint)) }
    for (const group of groups.filter(({ traits }) => !traits.isDisjointFrom(joined.traits))) {
      groups.splice(groups.indexOf(group), 1)
      joined.userIds.push(...group.userIds)
      for (const trait of group.traits) joined.traits.add(trait)
    }
    groups.push(joined)
  }
  return groups.map(({ userIds }) => Math.min(...userIds)).toSorted((a, b) => a - b)
}

/** What two accounts may share. The last digits of a card only count if one of the two cards has no fingerprint. */
const traitsOf = ({ email, cards }: Witness, digitsWithoutFingerprint: ReadonlySet<string>): string[] => [
  ...cards.flatMap(({ last4, fingerprint }) => [
    ...(fingerprint === null ? [] : [`card ${fingerprint}`]),
    ...(digitsWithoutFingerprint.has(last4) ? [`digits ${last4}`] : []),
  ]),
  `mailbox ${mailboxOf(email)}`,
  ...(isOwnDomain(domainOfEmail(email)) ? [`domain ${domainOfEmail(email)}`] : []),
]
