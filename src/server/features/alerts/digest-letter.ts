import { changeWords, countOf } from '#contract/leads/followed-files.ts'
import { knownFilePage } from '#contract/pages.ts'
import { changedFactsOf } from '#server/catalog/place/place-changes.ts'
import type { Letter } from '#server/platform/mail/letter.ts'
import type { Links } from '#server/platform/mail/links.ts'
import type { ListNews } from './list-news.repository.ts'
import type { DigestPlaces, StoredLeadNews } from './news.repository.ts'

/** The most searches that a mail lists, so that it stays short enough to read. The page lists all of them. */
const MAX_SEARCHES = 20
const MAX_TOWNS = 5
const MAX_LEADS = 10
const MAX_LISTS = 20

type Digest = {
  username: string
  /** The number of new businesses. Several saved searches may find the same one. */
  total: number
  places: readonly DigestPlaces[]
  leads: readonly StoredLeadNews[]
  lists: readonly ListNews[]
  token: string
  links: Links
}

/**
 * A mail with the news of saved searches and leads. It names only businesses that the user has paid for. Null if there
 * is no news.
 */
export function digestLetter({ username, total, places, leads, lists, token, links }: Digest): Letter | null {
  const searches = [...Map.groupBy(places, ({ savedSearchId }) => savedSearchId).values()]
  const ofLists = lists.reduce((all, { changes }) => all + countOf(changes), 0)
  const subject = [
    [total, businesses],
    [leads.length, leadNews],
    [ofLists, listNews],
  ] as const
  const [list] = lists
  if (subject.every(([count]) => count === 0)) return null
  return {
    subject: subject.flatMap(([count, words]) => (count === 0 ? [] : words(count))).join(', '),
    paragraphs: [
      `Hello ${username},`,
      ...searches.slice(0, MAX_SEARCHES).map(towns => `${towns[0]?.name}: ${businesses(sum(towns))}${inTowns(towns)}.`),
      ...more(searches.length - MAX_SEARCHES, 'saved search with news', 'saved searches with news'),
      ...leads.slice(0, MAX_LEADS).map(lead => `${lead.businessName} ${leadWords(lead)}.`),
      ...more(leads.length - MAX_LEADS, 'change to your leads', 'changes to your leads'),
      ...(lists.length > 0 ? ['Your lists:'] : []),
      ...lists
        .slice(0, MAX_LISTS)
        .map(({ fileId, name, changes }) => `${name}: ${changeWords(changes)}. ${links.to(knownFilePage(fileId))}`),
      ...more(lists.length - MAX_LISTS, 'list with changes', 'lists with changes'),
    ],
    action:
      total + leads.length === 0 && list !== undefined
        ? { label: 'View the changes', url: links.to(knownFilePage(list.fileId)) }
        : { label: 'View the news', url: links.to('/saved-searches') },
    footer: { label: 'Stop these emails', url: links.to(`/unsubscribe#${token}`) },
  }
}

const sum = (places: readonly DigestPlaces[]): number => places.reduce((all, { count }) => all + count, 0)
const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
const businesses = (count: number): string => counted(count, 'new business', 'new businesses')
const leadNews = (count: number): string => counted(count, 'change to your leads', 'changes to your leads')
const listNews = (count: number): string => counted(count, 'change in your lists', 'changes in your lists')
const more = (count: number, one: string, many: string): string[] =>
  count > 0 ? [`And ${counted(count, `more ${one}`, `more ${many}`)}.`] : []

function inTowns(towns: readonly DigestPlaces[]): string {
  const known = towns.flatMap(({ town, count }) => (town === null ? [] : [`${count} in ${town}`]))
  if (known.length === 0) return ''
  return ` (${known.slice(0, MAX_TOWNS).join(', ')}${known.length > MAX_TOWNS ? ', and others' : ''})`
}

const facts = new Intl.ListFormat('en-US')

/** The words after a lead's name that say what is new about it. */
function leadWords({ kind, what }: Pick<StoredLeadNews, 'kind' | 'what'>): string {
  if (kind === 'closed') return 'has closed'
  if (kind === 'vanished') return 'is no longer listed'
  if (kind === 'stopped') return 'has a website that does not work anymore'
  return `has a new ${facts.format(changedFactsOf(what))}`
}
