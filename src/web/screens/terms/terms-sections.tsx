import { productName } from '#contract/product.ts'
import { paths } from '../../shared/paths.ts'
import { type LegalSection, Points } from '../../shared/reading/legal-page.tsx'
import { TextLink } from '../../shared/ui/links.tsx'

export const termsSections: LegalSection[] = [
  {
    id: 'agreement',
    title: 'Agreement to Terms',
    content: (
      <p>
        These terms are an agreement between you and {productName} (“we”). By creating an account or using the service
        you accept them, together with our <TextLink href={paths.privacy}>Privacy Policy</TextLink>. If you use the
        service for a company, you accept them in its name and confirm that you may do so. If you do not agree, please
        do not use the service.
      </p>
    ),
  },
  {
    id: 'subscription',
    title: 'Subscription Terms',
    content: (
      <Points
        points={[
          {
            name: 'Charges',
            text: 'A paid plan is charged at the start of the subscription and at each renewal, monthly, in US dollars plus any tax, to the payment method you saved. Our pricing page shows what each plan includes, and what it costs today.',
          },
          {
            name: 'Renewal',
            text: 'A subscription renews automatically each month unless you cancel it before the end of the billing period.',
          },
          {
            name: 'Canceling',
            text: 'You can cancel at any time in your account. You can continue to use your plan until the end of the billing period; your account then returns to the free plan.',
          },
          {
            name: 'Changing plans',
            text: 'An upgrade takes effect immediately, and you pay the difference for the rest of the period. A change to a smaller plan takes effect at the end of the period.',
          },
          {
            name: 'Quotas',
            text: 'Unused searches and leads of a month do not carry over. Leads bought as a package are used after the month’s quota and do not expire.',
          },
          {
            name: 'Refunds',
            text: 'We refund what the law requires. Beyond that, refunds are at our discretion. If something went wrong, please ask.',
          },
          {
            name: 'Prices',
            text: 'You keep the price at which you subscribed as long as the subscription continues and you do not change plans. A new price applies to new subscriptions and to changed plans.',
          },
        ]}
      />
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    content: (
      <p>
        Please give a correct email address and keep your password to yourself. You are responsible for what happens
        through your account. Please tell us immediately if someone else may have access to it. An account is for one
        person or company. You may stop using it at any time. We may suspend or close an account that breaks these
        terms, with notice where that is reasonable.
      </p>
    ),
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual Property',
    content: (
      <>
        <p>
          The service, its software, its design, and the name {productName} belong to us. You may use them as these
          terms describe. You may not copy or resell the service itself.
        </p>
        <p>
          The business data comes from sources under open licenses and from the businesses’ own websites. Each lead
          names its sources, and our <TextLink href={paths.about}>About page</TextLink> lists the open ones. You may
          keep, use, and pass on the leads you got, as far as the license of their source allows, and with the credit it
          asks for. Nothing in these terms takes away a right that such a license gives you.
        </p>
      </>
    ),
  },
  {
    id: 'user-content',
    title: 'User Content',
    content: (
      <p>
        What you enter, such as searches, notes, and messages to us, stays yours. You allow us to store and process it
        as far as we need to run the service for you. You are responsible for having the right to enter it, and for what
        you send to the businesses you contact.
      </p>
    ),
  },
  {
    id: 'prohibited-uses',
    title: 'Prohibited Uses',
    content: (
      <>
        <p>You may not use the service, or leads from it, to:</p>
        <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-ink-3">
          <li>
            break a law, including those on telemarketing, do-not-call lists, commercial email, and privacy, such as the
            TCPA and the CAN-SPAM Act;
          </li>
          <li>harass, deceive, or discriminate against anybody, or pretend to be somebody else;</li>
          <li>continue to contact a business that has asked you to stop;</li>
          <li>
            decide on credit, insurance, employment, or housing, or anything else for which the Fair Credit Reporting
            Act sets rules;
          </li>
          <li>get around quotas, limits, or security, or share one account to do so;</li>
          <li>disturb the service, or collect from it by automated means other than the API of your plan.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Limitation of Liability',
    content: (
      <>
        <p>
          We work to keep the service available and the data right, but we provide both “as is”. We do not guarantee
          that every lead is complete, current, or reachable, or that the service is never interrupted.
        </p>
        <p>
          As far as the law allows, we are not liable for indirect or consequential loss, such as lost profit or lost
          data, and our total liability is limited to what you paid us in the twelve months before the event. This does
          not limit liability that the law does not let us limit.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to These Terms',
    content: (
      <p>
        When we change these terms, we publish the new version here with its date. If a change matters, we tell account
        holders by email before it takes effect. If you continue to use the service after that, you accept the new
        terms. If you do not accept them, you can cancel.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact Us',
    content: (
      <p>
        For questions about these terms, please use our <TextLink href={paths.contact}>contact page</TextLink>, which
        also gives our email address and phone number.
      </p>
    ),
  },
]
