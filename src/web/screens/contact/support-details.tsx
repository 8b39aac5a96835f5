import { useQuery } from '@tanstack/react-query'
import { Mail, MessagesSquare, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../shared/paths.ts'
import { TextLink } from '../../shared/ui/links.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { supportDetailsQuery } from './contact.queries.ts'

export function SupportDetails() {
  const { data: support, isError } = useQuery(supportDetailsQuery)
  const waiting = isError ? 'Please use the form' : <Skeleton className="my-1 h-4 w-44" />
  return (
    <section aria-labelledby="support-title">
      <h2 id="support-title" className="font-semibold">
        Other ways to reach us
      </h2>
      <dl className="mt-4 flex flex-col gap-5 border-t border-line pt-5">
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
    </section>
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
