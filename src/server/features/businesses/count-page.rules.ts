import { scoreBands } from '#contract/leads/score-bands.ts'
import { productName } from '#contract/product.ts'
import { wholePercent } from '#server/features/searches/public-preview.rules.ts'
import { escapeHtml } from '#server/platform/mail/letter.ts'
import type { CountLink, CountPage } from './count-page.ts'

export const formatCount = (count: number): string => count.toLocaleString('en-US')

export function filledPage(template: string, page: CountPage): string {
  return template
    .replaceAll('%title%', () => escapeHtml(`${page.title} · ${productName}`))
    .replaceAll('%description%', () => escapeHtml(page.description))
    .replaceAll('%path%', () => page.path)
    .replace('</head>', () => (page.isIndexed ? '</head>' : '<meta name="robots" content="noindex"></head>'))
    .replace(contentMark, () => contentOf(page))
}

/** The place for the content in the built template. */
export const contentMark = '%counts%'

/** The content as HTML. It uses classes, because the content security policy blocks inline styles. */
export function contentOf(page: CountPage): string {
  const { heading, summary, note, above, search } = page
  return `${breadcrumbs(above)}
<h1 class="mt-3 max-w-3xl text-3xl font-semibold tracking-tight text-balance sm:text-4xl">${escapeHtml(heading)}</h1>
<p class="mt-4 max-w-2xl text-lg text-balance text-ink-2">${escapeHtml(summary)}</p>
${note === null ? '' : `<p class="mt-3 max-w-2xl text-pretty text-ink-2">${escapeHtml(note)}</p>`}
${search === null ? '' : seeThem(search)}
${figuresOf(page)}
${page.lists
  .filter(({ links }) => links.length > 0)
  .map(listOf)
  .join('\n')}
${sourcesOf(page)}`
}

function breadcrumbs(above: CountPage['above']): string {
  if (above.length === 0) return ''
  const items = above.map(
    ({ label, path }) =>
      `<li class="after:ml-2 after:text-ink-3 after:content-['/']/''"><a class="${linkClass}" href="${path}">${escapeHtml(label)}</a></li>`,
  )
  return `<nav aria-label="Breadcrumb"><ol class="flex flex-wrap gap-x-2 text-sm">${items.join('')}</ol></nav>`
}

const linkClass =
  'inline-flex items-center py-1 font-medium text-accent-ink underline-offset-4 hover:underline touch:min-h-11'
const titleClass = 'text-2xl font-semibold tracking-tight'

const seeThem = ({ category, place }: NonNullable<CountPage['search']>): string =>
  `<p class="mt-6"><a class="inline-flex h-11 items-center rounded-md bg-accent px-5 font-medium text-on-accent transition-colors hover:bg-accent-strong" href="/register?${escapeHtml(new URLSearchParams({ category, place }).toString())}">See these businesses</a></p>`

function figuresOf({ figures }: CountPage): string {
  if (figures === null) return ''
  const { places, withPhone, withWebsite, withEmail, scores, opened, closed } = figures
  const shares = [
    ['With a phone number', `${wholePercent(withPhone, places)}%`],
    ['With a website of their own', `${wholePercent(withWebsite, places)}%`],
    ['With an email address', `${wholePercent(withEmail, places)}%`],
    ...(opened === null ? [] : [['New since the last release', formatCount(opened)]]),
    ...(closed === null ? [] : [['Closed since the last release', formatCount(closed)]]),
  ]
  const facts = [['Businesses', formatCount(places)], ...shares].map(
    ([name = '', value = '']) =>
      `<div class="flex flex-col justify-between border-t border-line pt-4"><dt class="text-sm text-ink-2">${name}</dt><dd class="mt-1 text-2xl font-semibold tracking-tight tabular-nums">${value}</dd></div>`,
  )
  const bands = scoreBands.map(({ name, from }, index) => {
    const share = wholePercent(scores[index] ?? 0, places)
    const to = index === 0 ? 100 : (scoreBands[index - 1]?.from ?? 0) - 1
    return `<tr><th scope="row" class="py-2 pr-4 text-left font-medium">${name} <span class="font-normal text-ink-2">(${from} to ${to})</span></th><td class="hidden w-1/2 py-2 sm:table-cell"><svg class="h-2 w-full" aria-hidden="true"><rect class="fill-sunken" width="100%" height="8" rx="4"/><rect class="fill-chart-1" width="${share}%" height="8" rx="4"/></svg></td><td class="py-2 pl-4 text-right tabular-nums">${share}%</td></tr>`
  })
  return `<section aria-labelledby="figures" class="mt-12"><h2 id="figures" class="${titleClass}">How to reach them</h2>
<dl class="mt-5 grid grid-cols-2 gap-x-8 gap-y-6 ${facts.length === 4 ? 'md:grid-cols-4' : 'md:grid-cols-3'}">${facts.join('')}</dl></section>
<section aria-labelledby="scores" class="mt-12 max-w-3xl"><h2 id="scores" class="${titleClass}">Quality scores</h2>
<p class="mt-3 text-pretty text-ink-2">The score tells how complete, recent, and certain the facts about a business are.</p>
<table class="mt-3 w-full"><tbody class="divide-y divide-line">${bands.join('')}</tbody></table></section>`
}

function listOf({ title, links }: CountPage['lists'][number], index: number): string {
  const items = links.map(
    ({ label, path, places }: CountLink) =>
      `<li class="flex items-baseline justify-between gap-4 border-t border-line py-1.5"><a class="${linkClass}" href="${path}">${escapeHtml(label)}</a>${places === null ? '' : `<span class="text-sm text-ink-2 tabular-nums">${formatCount(places)}</span>`}</li>`,
  )
  return `<section aria-labelledby="list-${index}" class="mt-12"><h2 id="list-${index}" class="${titleClass}">${escapeHtml(title)}</h2>
<ul class="mt-4 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">${items.join('')}</ul></section>`
}

function sourcesOf({ sources, countedAt }: CountPage): string {
  if (sources.length === 0) return ''
  const items = sources.map(
    ({ name, release, license, attribution }) =>
      `<li>${escapeHtml(name)}, release ${escapeHtml(release)}, license ${escapeHtml(license)}. ${escapeHtml(attribution)}.</li>`,
  )
  const day = countedAt?.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return `<section aria-labelledby="sources" class="mt-12 max-w-3xl"><h2 id="sources" class="${titleClass}">Where the numbers come from</h2>
<ul class="mt-4 flex list-disc flex-col gap-1 pl-5 text-pretty text-ink-2">${items.join('')}</ul>
<p class="mt-3 text-pretty text-ink-2">${day === undefined ? '' : `Counted on ${day}. `}Businesses with the same name and phone number count once. A business may have closed or moved since the release.</p></section>`
}
