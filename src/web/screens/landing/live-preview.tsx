import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import type { PublicPreview } from '#contract/searches/public-preview.ts'
import type { NoPreview } from '#contract/searches/search-preview.ts'
import { ScoreBadge } from '../../features/leads/score-and-rating.tsx'
import { beingPrepared, isBeingPrepared } from '../../features/searches/being-prepared.ts'
import { loadedWords } from '../../features/searches/loaded-words.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { PreviewRow, PreviewRows } from './preview-rows.tsx'
import { type Asked, exampleWords } from './product-preview.rules.ts'
import { usePublicPreview } from './public-preview.queries.ts'

type LivePreviewProps = {
  /** Without it, an example is shown. */
  asked: Asked | undefined
  onExample: (place: string) => void
}

/** What the visitor's search would find, or an example. */
export default function LivePreview({ asked, onExample }: LivePreviewProps) {
  const { data, error } = usePublicPreview(asked)
  const examplePlace = asked === undefined && data !== undefined && 'place' in data ? data.place : undefined
  useEffect(() => {
    if (examplePlace !== undefined) onExample(examplePlace)
  }, [examplePlace, onExample])
  if (error) return <Sentence>{messageOf(error, 'This did not work. Please try again in a moment.')}</Sentence>
  if (data === undefined) return <PreviewRows isWaiting />
  if (isBeingPrepared(data)) return <Sentence>{beingPrepared}</Sentence>
  if ('errorType' in data) {
    const words = asked ?? exampleWords
    const isNotLoaded = data.errorType === 'AREA_NOT_LOADED'
    return (
      <Sentence action={isNotLoaded && <RegisterLink asked={words}>Sign up</RegisterLink>}>
        {visitorWords(data, words)}
      </Sentence>
    )
  }
  const { leads, category, place } = data
  if (leads.length === 0)
    return (
      <Sentence>
        We found no {category} near {place}. Please try another category or place.
      </Sentence>
    )
  return (
    <PreviewRows footer={<Footer preview={data} asked={asked ?? { category, place }} />}>
      {[...leads.entries()].map(([rank, lead]) => (
        // Branches of a chain have the same name.
        <PreviewRow key={rank} lead={lead} badge={<ScoreBadge score={lead.qualityScore} />} />
      ))}
    </PreviewRows>
  )
}

/** The server's words for users offer choices and speak of costs, which visitors do not have. */
function visitorWords({ errorType, message }: NoPreview, { category }: Asked): string {
  if (errorType === 'AMBIGUOUS_LOCATION') return 'Please name one place with its state, such as “Boulder, CO”.'
  if (errorType === 'CATEGORY_UNSURE') return `We are not sure what “${category}” means. Please try another category.`
  return message
}

const Sentence = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <PreviewRows>
    <div className="m-auto flex flex-col items-center gap-4 px-4">
      <p role="alert" className="max-w-xs text-center text-sm text-pretty text-ink-2">
        {children}
      </p>
      {action}
    </div>
  </PreviewRows>
)

const RegisterLink = ({ asked: { category, place }, children }: { asked: Asked; children: ReactNode }) => (
  <Link
    href={paths.registerToSearch(category, place)}
    className={buttonClass({ variant: 'primary', className: 'shrink-0' })}
  >
    {children}
  </Link>
)

function Footer({ preview, asked }: { preview: PublicPreview; asked: Asked }) {
  const { category, place, radius, matches, shares, catalog } = preview
  return (
    <>
      <output className="block min-w-0">
        <span className="block font-medium text-ink">
          {formatNumber(matches)} {category} {radius === null ? 'in' : 'near'} {place}
          {radius !== null && <span className="font-normal text-ink-3"> · {count(radius, 'mile')}</span>}
        </span>
        <span className="mt-0.5 block tabular-nums">
          {shares && `${shares.phone}% with phone, ${shares.website}% with website, ${shares.email}% with email. `}
          {catalog && loadedWords(catalog)}
        </span>
      </output>
      <RegisterLink asked={asked}>See all {formatNumber(matches)}</RegisterLink>
    </>
  )
}
