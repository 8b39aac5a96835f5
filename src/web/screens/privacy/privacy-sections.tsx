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
          This policy says what {productName} (“we”) learns about you when you visit our website or use our service,
          what we do with it, and what you can ask of us. It applies to visitors, to people with an account, and to
          people who write to us.
        </p>
        <p>
          It also concerns businesses that appear in our search results: their details come from public open data, which
          our <TextLink href={paths.about}>About page</TextLink> lists, and from the businesses’ own websites, but not
          from the people who use the service.
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
            text: 'The searches you run, the leads you get and export with your notes, lists, and statuses, the businesses you import so that searches leave them out, and what remains of your quota.',
          },
          {
            name: 'Payments',
            text: 'Our payment provider, Stripe, takes your card. We see its brand, last four digits and expiry date, and what was paid; the full card number never reaches us.',
          },
          {
            name: 'Page visits',
            text: 'Which page was opened and when, from which site a visitor came, and the account if one is signed in. No network address is kept with it. If your browser sends “Do Not Track” or “Global Privacy Control”, nothing is recorded.',
          },
          {
            name: 'Messages',
            text: 'Your name, email address, subject and message when you use the contact form.',
          },
          {
            name: 'Cookies and browser storage',
            text: 'Cookies that keep you signed in and recognize a browser you have signed in from before, and a note of the color theme you chose. There are no advertising or third-party tracking cookies.',
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
            keep the service secure, for example by limiting repeated sign-in attempts. For this, network addresses are
            counted in hashed form and forgotten within days.
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
              text: 'Stripe takes payments; other companies host the service or deliver our email. They may use what they get for that work alone.',
            },
            {
              name: 'With the server of the street map',
              text: 'When you open a map with streets, your browser asks the server that the map names for them. It learns your network address and which part of the map you look at.',
            },
            {
              name: 'With programs that you connect',
              text: 'Your API keys and webhooks give the programs that you choose what you allow, until you revoke or delete them.',
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
          What you search for and which leads you have is not shown to other customers. If you and others report that a
          business is closed or its number is wrong, everyone sees that it was reported, but not by whom.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    content: (
      <p>
        Passwords are stored as salted hashes, and the cookie that keeps you signed in cannot be read by scripts. Access
        to personal information is limited to those who need it for their work. No service can promise perfect security:
        if a breach concerns you, we will tell you without delay.
      </p>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your Rights',
    content: (
      <>
        <p>
          You can see and correct your details on your Profile page. You may also ask us for a copy of your personal
          information, to correct it, to delete it together with your account, or to stop using it in a certain way.
          Wherever you live, we answer within 30 days and charge nothing, and you will not be treated worse for asking.
          You may also complain to the data protection authority of the place where you live.
        </p>
        <p>
          We keep your information for as long as you have an account. After that we keep only what the law requires,
          such as records of payments. Messages, answered requests to remove a business, and page visits are deleted
          after 13 months.
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
        When we change this policy, we publish the new version here with its date. If a change matters for your rights,
        we tell account holders by email before it takes effect.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact Us',
    content: (
      <p>
        Questions about privacy, and requests about your information: please use our{' '}
        <TextLink href={paths.contact}>contact page</TextLink>, which also gives our email address and phone number.
      </p>
    ),
  },
]
