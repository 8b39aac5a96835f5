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
          Log in and open the Dashboard. Type a business category, such as “Plumbers” or “Medical Clinics”, and a
          location: a city and state or a ZIP code. Choose a search radius from 1 to 30 miles and press “Search for
          Leads”. While you type, a line under that button says how many leads there are, how many are yours already,
          and how many new ones you can get.
        </p>
        <p>
          If your words can mean several categories, we ask you first, and nothing counts. The chip with the categories,
          above the results, says what was searched; open it to leave out categories and search again.
        </p>
        <p>
          Under “Search Options” you can change the order, leave out leads that you have and businesses from a file of
          yours (“Businesses you know” under My Leads), and end the search at a number of new leads. The filters there
          are part of the {plansWith('advancedFilters')} plans.
        </p>
      </>
    ),
  },
  {
    question: 'What does a lead contain?',
    answer: (
      <p>
        The name of the business, its address and, where a source gives them, phone number, website, email address and
        rating. “Details” shows everything: the quality score and the reasons for it, the source and license, and the
        date the lead was last confirmed. There you can also let us read the business’s own website. What no source
        knows stays empty.
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
        Yes. You can search any town and ZIP code in the United States. Type a state alone, such as “Texas”, to search
        all of it. Paid plans can search several places at once, separated by semicolons; each counts as one search.
        With {plansWithPolygons}, you can also draw an area on a map. Where our data for an area is not loaded yet, we
        load it and say so, and the search costs nothing until then.
      </p>
    ),
  },
  {
    question: 'How do I export my leads as CSV?',
    answer: (
      <p>
        Select the leads you want in the results and press the “Export Selected” button, or press “Export” to get
        everything you have loaded from that search. The file opens in Excel, Google Sheets, and Numbers, and imports
        into any CRM that reads CSV.
      </p>
    ),
  },
  {
    question: 'How accurate is the data?',
    answer: (
      <p>
        It comes from open sources that publish new releases every month, listed on our{' '}
        <TextLink href={paths.about}>About page</TextLink>. The quality score shows how complete and how fresh a lead
        is; it does not mean that anyone has called the number. Businesses move and close, so some entries will be out
        of date. “Report” in the details of a lead takes two clicks: with evidence or within fair use, the lead is
        credited.
      </p>
    ),
  },
  {
    question: 'How do I upgrade my plan?',
    answer: (
      <p>
        Open Subscription, choose a plan and press its button. A paid plan needs a saved payment card; you can add one
        there. An upgrade starts immediately, and you pay only the difference for the rest of the billing period.
        Compare the plans under <TextLink href={paths.plans}>Pricing</TextLink>.
      </p>
    ),
  },
  {
    question: 'How do I cancel my subscription?',
    answer: (
      <p>
        Choose “Cancel Subscription” in the menu of your account or on the Subscription page. You keep your plan until
        the end of the billing period and then return to Free; you keep your leads. Until then, you can resume with one
        click.
      </p>
    ),
  },
]

export const moreFaqEntries: FaqEntry[] = [
  {
    question: 'How do I keep track of my leads?',
    answer: (
      <p>
        Each lead has a status, a date to follow up, notes, and tags; open “Details”, or select several leads. “Add to
        List” puts them on a list of yours. “My Leads” shows all leads, filters them, and exports a list like a search.
        “Do not contact” keeps a business out of your searches and exports.
      </p>
    ),
  },
  {
    question: 'Can you tell me about new businesses?',
    answer: (
      <p>
        Yes. Press “Save Search” above the results. When a newer release of the data brings new businesses or changed
        contacts, you get an email, once your address is confirmed. The email costs nothing. New businesses become leads
        only when you ask for them.
      </p>
    ),
  },
  {
    question: 'What if a number is dead, or a business has closed?',
    answer: (
      <p>
        Report the lead within {reportDays} days after you got it. With evidence, or within fair use (
        {fairUse.share * 100}% of your new leads, and at least {fairUse.atLeast}), it no longer counts toward your plan,
        and its contacts are removed. Otherwise, we decide about your report. If a newer release says within{' '}
        {reportDays} days that the business has closed, you get the credit without a report.
      </p>
    ),
  },
  {
    question: 'Can I leave out businesses I know already?',
    answer: (
      <p>
        Yes. Import them as a CSV or Excel file under “Businesses you know”, and check “Leave out leads I have and
        businesses I know” in the Search Options. Then they are not in the results, and do not count toward your plan.
        Only you see your files. A file can also be filled, and if you check “Tell me when something changes”, its page
        says after each release which of its businesses closed, moved, or have another phone.
      </p>
    ),
  },
]
