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
          and state or a ZIP code. Choose a radius and press “Search for Leads”. While you type, a line under that
          button says how many leads there are, and how many are new to you.
        </p>
        <p>
          If your words can mean several categories, we ask you first, and nothing counts. Under “Search Options” you
          can leave out leads that you have, end the search at a number of new leads, and, with{' '}
          {plansWith('advancedFilters')}, filter.
        </p>
      </>
    ),
  },
  {
    question: 'What does a lead contain?',
    answer: (
      <p>
        The name of the business, its address and, where a source gives them, phone number, website, email address and
        rating. “Details” also shows the quality score with its reasons, the sources, and the date of the last
        confirmation. What no source knows stays empty.
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
        Yes: any town and ZIP code in the United States, or a whole state, such as “Texas”. Paid plans can search
        several places at once, separated by semicolons; each counts as one search. With {plansWithPolygons}, you can
        also draw an area on a map.
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
        It comes from open sources that publish new releases every month, listed on our{' '}
        <TextLink href={paths.about}>About page</TextLink>. The quality score shows how complete and how fresh a lead
        is; it does not mean that anyone has called the number. Some entries will be out of date: report them.
      </p>
    ),
  },
  {
    question: 'How do I upgrade my plan?',
    answer: (
      <p>
        Open Subscription, choose a plan (see <TextLink href={paths.plans}>Pricing</TextLink>), and press its button. A
        paid plan needs a saved payment card. An upgrade starts immediately, and you pay only the difference for the
        rest of the billing period.
      </p>
    ),
  },
  {
    question: 'How do I cancel my subscription?',
    answer: (
      <p>
        Choose “Cancel Subscription” in the menu of your account or on the Subscription page. You keep your plan until
        the end of the billing period, and your leads after it. Until then, you can resume with one click.
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
        Each lead has a status, a date to follow up, notes, tags, and lists; open “Details”, or select several leads.
        “My Leads” shows, filters, and exports all of them. “Do not contact” keeps a business out of your searches and
        exports.
      </p>
    ),
  },
  {
    question: 'Can you tell me about new businesses?',
    answer: (
      <p>
        Yes. Press “Save Search” above the results. When a newer release brings new businesses or changed contacts, you
        get an email at your confirmed address. Only what you then ask for counts toward your plan.
      </p>
    ),
  },
  {
    question: 'What if a number is dead, or a business has closed?',
    answer: (
      <p>
        Report the lead within {reportDays} days after you got it. With evidence, or within fair use (
        {fairUse.share * 100}% of your new leads, and at least {fairUse.atLeast}), it no longer counts toward your plan,
        and its contacts are removed. Otherwise, we decide. If a newer release says within {reportDays} days that the
        business has closed, you get the credit without a report.
      </p>
    ),
  },
  {
    question: 'Can I leave out businesses I know already?',
    answer: (
      <p>
        Yes. Import them as a CSV or Excel file under “Businesses you know”, and check “Leave out leads I have and
        businesses I know” in the Search Options. Only you see your files. They can also be filled with what we know,
        and followed: we tell you which of their businesses closed, moved, or have another phone.
      </p>
    ),
  },
]
