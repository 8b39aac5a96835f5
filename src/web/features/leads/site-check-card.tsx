import { useQuery } from '@tanstack/react-query'
import type { Lead } from '#contract/leads/leads.ts'
import type { SiteCheck, SiteFlag, SiteScoreLine } from '#contract/leads/site-check.ts'
import { flagWords, siteLines } from '#contract/leads/site-lines.ts'
import { formatDayOf } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { gradeTones } from './grade-badge.tsx'
import { OutLink } from './lead-contact.tsx'
import { leadSiteRead } from './lead-site.queries.ts'
import { pageName } from './lead-site.tsx'
import { ScoreCard } from './score-card.tsx'

/** The grade of the website, reasons to call, the points of each line, and the evidence. Nothing if not checked. */
export function LeadSiteCheck({ lead }: { lead: Lead }) {
  const { data } = useQuery(leadSiteRead(lead.id))
  return data?.check && <Card check={data.check} />
}

function Card({ check }: { check: SiteCheck }) {
  const known = check.lines.filter(({ verdict }) => verdict !== 'unknown')
  return (
    <ScoreCard
      title="Website check"
      badge={
        <Badge tone={check.grade === null ? 'grey' : gradeTones[check.grade]}>
          {check.grade === null ? 'Too little is known for a grade' : `Grade ${check.grade}`}
        </Badge>
      }
      score={check.score}
    >
      <p className="mt-1 text-ink-3">
        Based on {known.length} of {check.lines.length} lines. Checked on {formatDayOf(check.checkedAt)}.
      </p>
      {check.reasons.length > 0 && (
        <>
          <h4 className="mt-3 font-semibold">Reasons to call</h4>
          <ul className="mt-1 list-disc pl-5 wrap-anywhere">
            {check.reasons.map(reason => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
      <ul aria-label="Lines of the score" className="mt-3 flex flex-col gap-1.5">
        {check.lines.map(line => (
          <li key={line.line} className="flex justify-between gap-4">
            <span>{siteLines[line.line].label}</span>
            <span className="shrink-0 text-ink-2 tabular-nums">{pointsOf(line)}</span>
          </li>
        ))}
      </ul>
      <details className="mt-3">
        <summary className="cursor-pointer text-ink-2">What the website shows</summary>
        <ul className="mt-2 flex flex-col gap-1.5">
          {check.flags.map(flag => (
            <li key={flag.flag} className="wrap-anywhere">
              <Proof flag={flag} />
            </li>
          ))}
        </ul>
      </details>
    </ScoreCard>
  )
}

const pointsOf = ({ verdict, points, of }: SiteScoreLine): string =>
  verdict === 'unknown' ? 'Unknown' : `${points} / ${of}`

const verdictWords = { yes: 'Yes', no: 'No', unknown: 'Unknown' }

function Proof({ flag: { flag, verdict, evidence, pageUrl } }: { flag: SiteFlag }) {
  return (
    <>
      {flagWords[flag]}: {verdictWords[verdict]}
      <span className="text-ink-3">
        {evidence !== '' && <> · “{evidence}”</>} · <OutLink url={pageUrl}>{pageName(pageUrl)}</OutLink>
      </span>
    </>
  )
}
