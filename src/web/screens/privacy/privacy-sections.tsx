import { productName } from '#contract/product.ts'
import { paths } from '../../shared/paths.ts'
import { type LegalSection, Points } from '../../shared/reading/legal-page.tsx'
import { TextLink } from '../../shared/ui/links.tsx'

export const privacySections: LegalSection[] = [
  {
    id: 'introduction',
    title: 'Introduction',
    content: (
      <>
        <p>
          This policy says what {productName} (“we”) learns about you when you visit our website, use our service, or
          write to us, what we do with this information, and what you can ask of us.
        </p>
        <p>
          It also concerns businesses that appear in our search results. Their details come from public open data, which
          our <TextLink href={paths.about}>About page</TextLink> lists, and from the businesses’ own websites. They do
          not come from the people who use the service.
        </p>
      </>
    ),
  },
  {
    id: 'information-we-collect',
    title: 'Information We Collect',
    content: (
      <Points
        points={[
          {
            name: 'Account',
            text: 'Your username, email address, and your first and last name if you give them. We store your password only as a hash, which cannot be turned back into the password.',
          },
          {
            name: 'Use of the service',
            text: 'The searches you run, the leads you get and export, your notes, lists, and statuses, the files of businesses that you import, your reports of leads, and what remains of your quota.',
          },
          {
            name: 'Payments',
            text: 'Our payment provider, Stripe, takes your card. We store its brand, last four digits, and expiry date, a code by which Stripe recognizes the same card, and what was paid. The full card number never reaches us.',
          },
          {
            name: 'Page visits',
            text: 'Which page was opened and when, from which site a visitor came, and the account if one is signed in. We store no network address with it. If your browser sends “Do Not Track” or “Global Privacy Control”, nothing is recorded.',
          },
          {
            name: 'Security log',
            text: 'When and with which kind of browser someone signed in to your account or changed its security settings, without a network address.',
          },
          {
            name: 'Messages',
            text: 'Your name, email address, subject, and message when you use the contact form.',
          },
          {
            name: 'Cookies and browser storage',
            text: 'Cookies that keep you signed in and recognize a browser from which you have signed in before. Your browser also stores your choices, such as the color theme and the columns of tables and exports. There are no advertising or third-party tracking cookies.',
          },
        ]}
      />
    ),
  },
  {
    id: 'how-we-use-information',
    title: 'How We Use Information',
    content: (
      <>
        <p>We use this information to:</p>
        <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-ink-3">
          <li>run your searches, keep your leads, and count your quota;</li>
          <li>charge for the plan you chose and tell you about your subscription;</li>
          <li>answer your messages;</li>
          <li>see which pages are used, and improve them;</li>
          <li>
            keep the service secure, for example by limiting repeated sign-in attempts. For this, we count network
            addresses in hashed form, and delete the counts within days.
          </li>
        </ul>
        <p>We do not use it for advertising, and do not make decisions about you by automated profiling.</p>
      </>
    ),
  },
  {
    id: 'sharing',
    title: 'How We Share Information',
    content: (
      <>
        <p>We do not sell or rent personal information. We share it only:</p>
        <Points
          points={[
            {
              name: 'With providers who work for us',
              text: 'Stripe takes payments. Other companies host the service or deliver our email. They may use the information only for that work.',
            },
            {
              name: 'With the server of the street map',
              text: 'When you open a map with streets, your browser loads them from another server, which the map names. That server learns your network address and which part of the map you look at.',
            },
            {
              name: 'With programs that you connect',
              text: 'Programs and AI assistants that use your API keys or webhooks get the information that you allow, until you revoke the key or delete the webhook.',
            },
            {
              name: 'Where the law requires it',
              text: 'To comply with a valid legal request, or to protect the rights and safety of people.',
            },
            {
              name: 'When the business changes hands',
              text: 'In a merger or sale, under the promises of this policy, and with notice to you.',
            },
          ]}
        />
        <p>
          Other customers cannot see what you search for and which leads you have. If you and others report that a
          business is closed or its number is wrong, everyone can see that it was reported, but not by whom.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    content: (
      <p>
        Scripts cannot read the cookie that keeps you signed in. Only people who need personal information for their
        work have access to it. No service is perfectly secure: if a breach concerns you, we tell you without delay.
      </p>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your Rights',
    content: (
      <>
        <p>
          On your Profile page, you can correct your details, download your information, and delete your account. You
          may also ask us to do this, or to stop using your information in a certain way. Wherever you live, we answer
          within 30 days, charge nothing, and do not treat you worse for asking. You may also complain to the data
          protection authority of the place where you live.
        </p>
        <p>
          We keep your information for as long as you have an account. After that we keep only what the law requires,
          such as records of payments. Messages, answered requests to remove a business, page visits, and the security
          log are deleted after 13 months.
        </p>
        <p>
          If you run a business and do not want it to appear in our results,{' '}
          <TextLink href={paths.removeMyBusiness}>have it removed</TextLink>.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to This Policy',
    content: (
      <p>
        When we change this policy, we publish the new version here with its date. If a change affects your rights, we
        tell account holders by email before it takes effect.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact Us',
    content: (
      <p>
        For questions about privacy and requests about your information, please use our{' '}
        <TextLink href={paths.contact}>contact page</TextLink>, which also gives our email address and phone number.
      </p>
    ),
  },
]
