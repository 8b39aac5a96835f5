import { useQuery } from '@tanstack/react-query'
import { Mail, MessagesSquare, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePlainForm } from '../../shared/form/plain-form.ts'
import { paths } from '../../shared/paths.ts'
import { titleOf } from '../../shared/public-pages.ts'
import { PageHeading } from '../../shared/reading/page-heading.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { emailInput, Input, Textarea } from '../../shared/ui/input.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { TitledPart } from '../../shared/ui/titled-part.tsx'
import { useTitle } from '../../shared/use-title.ts'
import { showNotSent, supportDetailsQuery, useSendMessage } from './contact.queries.ts'

export default function ContactScreen() {
  useTitle(titleOf(paths.contact))
  return (
    <div className="mx-auto max-w-reading px-4 pt-12 sm:px-6 lg:pt-20">
      <PageHeading title="Contact Us">
        A question, a correction, or a custom plan: write to us, and a person will answer.
      </PageHeading>
      <div className="mt-10 grid gap-12 lg:mt-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-20">
        <ContactForm />
        <SupportDetails />
      </div>
    </div>
  )
}

function SupportDetails() {
  const { data: support, isError } = useQuery(supportDetailsQuery)
  const waiting = isError ? 'Please use the form' : <Skeleton className="my-1 h-4 w-44" />
  return (
    <TitledPart title="Other ways to reach us">
      <dl className="flex flex-col gap-5 border-t border-line pt-5">
        <Way icon={<Mail />} name="Email">
          {support ? <TextLink href={`mailto:${support.email}`}>{support.email}</TextLink> : waiting}
        </Way>
        <Way icon={<Phone />} name="Phone">
          {support ? (
            <TextLink href={`tel:${support.phone.replaceAll(/[^\d+]/g, '')}`}>{support.phone}</TextLink>
          ) : (
            waiting
          )}
        </Way>
        <Way icon={<MessagesSquare />} name="Live chat">
          Monday to Friday, 9am-5pm EST
        </Way>
      </dl>
      <p className="mt-6 border-t border-line pt-5 text-sm text-ink-2">
        Is your business listed here by mistake? <TextLink href={paths.removeMyBusiness}>Remove my business</TextLink>
      </p>
    </TitledPart>
  )
}

const Way = ({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[1.25rem_1fr] gap-x-3">
    <dt className="col-span-2 grid grid-cols-subgrid items-center text-sm text-ink-3 [&>svg]:size-5">
      {icon}
      {name}
    </dt>
    <dd className="col-start-2 mt-0.5 min-h-6">{children}</dd>
  </div>
)

const loadSchema = async () => (await import('#contract/contact.ts')).ContactInput

function ContactForm() {
  const sending = useSendMessage()
  const {
    errors,
    isBusy,
    reset,
    formProps: form,
  } = usePlainForm({
    loadSchema,
    send: async (input): Promise<void> => {
      await sending.mutateAsync(input)
      reset()
    },
    onLost: showNotSent,
  })
  return (
    <form {...form} aria-label="Contact Us" className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={errors.name}>
          {props => <Input {...props} name="name" autoComplete="name" />}
        </Field>
        <Field label="Email" error={errors.email}>
          {props => <Input {...props} name="email" {...emailInput} />}
        </Field>
      </div>
      <Field label="Subject" error={errors.subject}>
        {props => <Input {...props} name="subject" />}
      </Field>
      <Field label="Message" error={errors.message}>
        {props => <Textarea {...props} name="message" />}
      </Field>
      <div>
        <Button type="submit" variant="primary" size="lg" isLoading={isBusy} className="w-full sm:w-auto sm:min-w-44">
          {sending.isPending ? 'Sending...' : 'Send Message'}
        </Button>
      </div>
    </form>
  )
}
