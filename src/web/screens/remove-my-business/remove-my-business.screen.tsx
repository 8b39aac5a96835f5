import { useLocationProperty } from 'wouter/use-browser-location'
import { LinkAction } from '../../shared/api/link-action.tsx'
import { paths } from '../../shared/paths.ts'
import { titleOf } from '../../shared/public-pages.ts'
import { PageHeading } from '../../shared/reading/page-heading.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { TitledPart } from '../../shared/ui/titled-part.tsx'
import { useTitle } from '../../shared/use-title.ts'
import { RemovalForm } from './removal-form.tsx'
import { useConfirmRemoval } from './removal.queries.ts'

// The token comes after the # of the link, so it is not sent to the server and appears in no log.
const mailedToken = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

export default function RemoveMyBusinessScreen() {
  useTitle(titleOf(paths.removeMyBusiness))
  const token = useLocationProperty(mailedToken, () => '')
  if (token !== '') return <ConfirmRemoval token={token} />
  return (
    <div className="mx-auto max-w-reading px-4 pt-12 sm:px-6 lg:pt-20">
      <PageHeading title="Remove My Business">
        We stop listing your business, also when we load new data. Nobody can find it here or export its phone number
        and address.
      </PageHeading>
      <div className="mt-10 grid gap-12 lg:mt-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-20">
        <RemovalForm />
        <div className="flex flex-col gap-10">
          <HowItWorks />
          <OurVisits />
        </div>
      </div>
    </div>
  )
}

const steps = [
  'Tell us which business it is.',
  'If your email address is on the business’s own domain, we send you an email with a link. Confirm the removal on the page that it opens, and the business is removed immediately.',
  'If your email address is on another domain, a person reviews your request.',
]

const HowItWorks = () => (
  <TitledPart title="How it works">
    <ol className="flex list-decimal flex-col gap-3 border-t border-line pt-5 pl-5 text-ink-2 marker:text-ink-3">
      {steps.map(step => (
        <li key={step} className="text-pretty">
          {step}
        </li>
      ))}
    </ol>
    <p className="mt-5 text-sm text-pretty text-ink-3">
      Customers who already have your contact details no longer see them here. We cannot change files that they have
      already exported. Our data comes from open sources, which may continue to list your business.
    </p>
  </TitledPart>
)

const OurVisits = () => (
  <TitledPart title="Visits to your website">
    <div className="flex flex-col gap-3 border-t border-line pt-5 text-pretty text-ink-2">
      <p>
        Our program LeadlineBot reads up to five pages of a business’s website, with pauses of two seconds, at most once
        a month, or sooner if the website did not work. It looks for what the business tells its customers: email,
        phone, profiles, opening hours, and its rating. It also checks how the website is made, for example whether it
        works on phones. It does not store the pages.
      </p>
      <p>
        LeadlineBot follows robots.txt. To keep it away, add “User-agent: LeadlineBot” and “Disallow: /” there, or have
        your business removed here. Then it never reads your website again, and we delete what it has read.
      </p>
    </div>
  </TitledPart>
)

function ConfirmRemoval({ token }: { token: string }) {
  const confirming = useConfirmRemoval(token)
  return (
    <LinkAction
      title="Remove My Business"
      intro="This adds your email’s domain, and the phone number we have for it, to our do-not-contact list permanently."
      action="Remove my business"
      acting={confirming}
      next={<TextLink href={paths.home}>Go to the home page</TextLink>}
      otherwise={
        <a href={paths.removeMyBusiness} className={buttonClass({ size: 'sm' })}>
          Ask again
        </a>
      }
    />
  )
}
