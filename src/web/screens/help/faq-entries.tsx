import type { ReactNode } from 'react'
import { fairUse, reportDays } from '#contract/leads/lead-reports.ts'
import { leadPackage, offeredPlans, plansWith, plansWithPolygons } from '#contract/plans.ts'
import { formatCents, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { TextLink } from '../../shared/ui/links.tsx'

type FaqEntry = { question: string; answer: ReactNode }

export const faqEntries: FaqEntry[] = [
  {
    question: 'How do I start a search?',
    answer: (
      <>
        <p>
          Log in and open the Dashboard. Type a business category, such as “Plumbers” or “Medical Clinics”, and a city
          and state or a ZIP code. Choose a radius, and press “Search for Leads”. Before you search, a line under that
          button says how many leads there are, and how many of them are new to you.
        </p>
        <p>
          If your words can mean several categories, we first ask which one you mean. This costs nothing. Under “Search
          Options”, you can leave out leads that you already have, and limit the number of new leads. With{' '}
          {plansWith('advancedFilters')}, you can also filter.
        </p>
      </>
    ),
  },
  {
    question: 'What does a lead contain?',
    answer: (
      <p>
        The name and address of the business, and its phone number, website, email address, and rating if a source gives
        them. “Details” also shows the quality score with its reasons, and the sources with their dates.
      </p>
    ),
  },
  {
    question: 'How many leads can I export with my plan?',
    answer: (
      <>
        <p>Exporting is unlimited for the leads you have. Each month your plan includes:</p>
        <ul className="flex list-disc flex-col gap-1 pl-5 tabular-nums marker:text-ink-3">
          {offeredPlans.map(({ tier, name, contactPullQuota }) => (
            <li key={tier}>
              {name}: {formatNumber(contactPullQuota)} leads
            </li>
          ))}
        </ul>
        <p>
          A lead counts once, the first time you see it. Seeing or exporting it again is free. If you run out, you can
          buy {leadPackage.leads} more leads for {formatCents(leadPackage.priceCents)}; they never expire.
        </p>
      </>
    ),
  },
  {
    question: 'Can I search nationwide?',
    answer: (
      <p>
        Yes. You can search any town or ZIP code in the United States, or a whole state, such as “Texas”. With a paid
        plan, you can search several places at once: separate them with semicolons. Each place counts as one search.
        With {plansWithPolygons}, you can also draw an area on a map.
      </p>
    ),
  },
  {
    question: 'How do I export my leads as CSV?',
    answer: (
      <p>
        Select the leads you want in the results and press the “Export Selected” button, or press “Export” to get
        everything you have loaded from that search. Spreadsheets and CRMs read the file.
      </p>
    ),
  },
  {
    question: 'How accurate is the data?',
    answer: (
      <p>
        Most of the data comes from open sources, which our <TextLink href={paths.about}>About page</TextLink> lists.
        The main source publishes a new release every month. The quality score shows how complete and how recent a lead
        is. It does not mean that anyone has called the number. If a lead is out of date, please report it.
      </p>
    ),
  },
  {
    question: 'How do I upgrade my plan?',
    answer: (
      <p>
        Open Subscription, choose a plan (see <TextLink href={paths.plans}>Pricing</TextLink>), and press its button. A
        paid plan needs a saved payment card. The new plan starts immediately. If you already have a paid plan, you pay
        only the difference for the rest of the billing period.
      </p>
    ),
  },
  {
    question: 'How do I cancel my subscription?',
    answer: (
      <p>
        Choose “Cancel Subscription” in the account menu or on the Subscription page. You keep your plan until the end
        of the billing period, and you can resume it with one click until then. You keep your leads after that.
      </p>
    ),
  },
]

/** Below the list, which has eight questions. */
export const moreEntries: FaqEntry[] = [
  {
    question: 'How do I keep track of my leads?',
    answer: (
      <p>
        Each lead can have a status, a follow-up date, notes, tags, and lists. To change them, open “Details”, or select
        several leads. In “My Leads”, you can filter and export all your leads. “Do not contact” keeps a business out of
        your searches and exports.
      </p>
    ),
  },
  {
    question: 'Can you tell me about new businesses?',
    answer: (
      <p>
        Yes. Press “Save Search” above the results. When a newer release has new businesses, or changed contacts of your
        leads, you get an email at your confirmed address. New businesses count toward your plan only if you get them.
      </p>
    ),
  },
  {
    question: 'What if a number is dead, or a business has closed?',
    answer: (
      <p>
        Report the lead within {reportDays} days after you got it. It no longer counts toward your plan, and its
        contacts are removed, if there is evidence, such as a newer release, or if your reports are within fair use (
        {fairUse.share * 100}% of your new leads of the last 30 days, and at least {fairUse.atLeast}). Otherwise, we
        decide. If a newer release says within {reportDays} days that the business has closed, you need no report.
      </p>
    ),
  },
  {
    question: 'Can I leave out businesses I know already?',
    answer: (
      <p>
        Yes. Import them as a CSV or Excel file under “Businesses you know”, and check “Leave out leads I have and
        businesses I know” in the Search Options. Only you can see your files. We can also fill in missing facts in a
        file, and tell you when a business in it has closed, moved, or changed its phone number.
      </p>
    ),
  },
]
