import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { smallestShown, previewInPublic, type PublicPreview } from '#contract/searches/public-preview.ts'
import { ScoreBadge } from '../../features/leads/score-and-rating.tsx'
import { beingPrepared, isBeingPrepared, untilPrepared } from '../../features/searches/being-prepared.ts'
import { loadedWords } from '../../features/searches/search-words.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { PreviewRow, PreviewRows } from './preview-rows.tsx'
import type { Asked } from './product-preview.rules.ts'

/** What the visitor's search would find. */
export default function LivePreview({ asked }: { asked: Asked }) {
  const { data, error } = useQuery({
    queryKey: ['public-preview', asked],
    queryFn: ({ signal }) => call(previewInPublic, { query: asked, signal }),
    retry: false,
    refetchInterval: untilPrepared,
  })
  if (error) return <Sentence>{messageOf(error, 'This did not work. Please try again in a moment.')}</Sentence>
  if (data === undefined) return <PreviewRows isWaiting />
  if (isBeingPrepared(data)) return <Sentence>{beingPrepared}</Sentence>
  if ('errorType' in data) return <Sentence>{data.message} Please try other words.</Sentence>
  const { leads, category, place } = data
  if (leads.length === 0)
    return (
      <Sentence>
        We know no {category} near {place}. Please try another category or place.
      </Sentence>
    )
  return (
    <PreviewRows footer={<Footer preview={data} asked={asked} />}>
      {[...leads.entries()].map(([rank, lead]) => (
        // Branches of a chain have the same name.
        <PreviewRow key={rank} lead={lead} badge={<ScoreBadge score={lead.qualityScore} />} />
      ))}
    </PreviewRows>
  )
}

/** A sentence in place of the businesses. */
const Sentence = ({ children }: { children: ReactNode }) => (
  <PreviewRows>
    <p role="alert" className="m-auto max-w-xs px-4 text-center text-sm text-pretty text-ink-2">
      {children}
    </p>
  </PreviewRows>
)

function Footer({ preview, asked }: { preview: PublicPreview; asked: Asked }) {
  const { category, place, radius, matches, shares, isSample, catalog } = preview
  const found = matches === null ? `Fewer than ${smallestShown.toString()}` : formatNumber(matches)
  return (
    <>
      <output className="block min-w-0">
        <span className="block font-medium text-ink">
          {found} {category} {radius === null ? 'in' : 'near'} {place}
          {radius !== null && <span className="font-normal text-ink-3"> · {count(radius, 'mile')}</span>}
        </span>
        <span className="mt-0.5 block tabular-nums">
          {shares && `${shares.phone}% with phone, ${shares.website}% with website, ${shares.email}% with email. `}
          {isSample ? 'Sample data: fictional businesses.' : catalog && loadedWords(catalog)}
        </span>
      </output>
      <Link
        href={paths.registerToSearch(asked.category, asked.place)}
        className={buttonClass({ variant: 'primary', className: 'shrink-0' })}
      >
        See {matches === null ? 'them' : `all ${formatNumber(matches)}`}
      </Link>
    </>
  )
}
