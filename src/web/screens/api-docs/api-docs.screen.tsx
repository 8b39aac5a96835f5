import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { requestsPerMinute } from '#contract/api-limits.ts'
import { paths } from '../../shared/paths.ts'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { ErrorState } from '../../shared/ui/state-message.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { type ApiDescription, apiDescriptionQuery } from './api-docs.queries.ts'
import { fieldsOf, FieldTable } from './field-table.tsx'
import { OperationSection } from './operation-section.tsx'

/** The reference of the API, drawn from the description that programs read. */
export default function ApiDocsScreen() {
  useTitle(titled('API reference'))
  const description = useQuery(apiDescriptionQuery)
  return (
    <div className="mx-auto max-w-4xl px-4 pt-10 pb-16 sm:px-6">
      <h1 className="text-3xl font-semibold tracking-tight">API reference</h1>
      <p className="mt-3 max-w-2xl text-ink-2">
        Send <code className="font-mono text-sm wrap-anywhere">Authorization: Bearer &lt;key&gt;</code> with every call.
        Keys are made at <TextLink href={paths.apiKeys}>API keys</TextLink>, on the Elite plan. A key may send{' '}
        {requestsPerMinute} requests a minute; each answer says in{' '}
        <code className="font-mono text-sm">RateLimit-Remaining</code> how many are left. The same as{' '}
        <TextLink href="/api/v1/openapi.json#">OpenAPI 3.1</TextLink>.
      </p>
      {description.isPending ? (
        <PageSpinner label="Loading the API reference" />
      ) : description.data === undefined ? (
        <ErrorState title="We could not load the API reference" onRetry={() => void description.refetch()} />
      ) : (
        <Reference description={description.data} />
      )}
    </div>
  )
}

function Reference({ description: { paths: calls, components, 'x-errors': errors } }: { description: ApiDescription }) {
  // What the address points to was not there when the browser looked for it.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <div className="mt-4 divide-y divide-line">
      {Object.entries(calls).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => (
          <OperationSection key={operation.operationId} method={method} path={path} operation={operation} />
        )),
      )}
      {Object.entries(components.schemas).map(([name, schema]) => (
        <Block key={name} name={name} title={name}>
          <FieldTable fields={fieldsOf(schema)} marksOptional={name.endsWith('Criteria') || name.endsWith('Input')} />
        </Block>
      ))}
      <Block name="refusals" title="Refusals">
        <dl className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
          {Object.entries(errors).map(([errorType, { status, message }]) => (
            <div
              key={errorType}
              id={errorType}
              className="grid scroll-mt-20 gap-x-4 px-3 py-2 sm:grid-cols-[18rem_minmax(0,1fr)]"
            >
              <dt className="font-mono text-xs leading-5 wrap-anywhere">
                {status} {errorType}
              </dt>
              <dd className="text-ink-2">{message}</dd>
            </div>
          ))}
        </dl>
      </Block>
    </div>
  )
}

const Block = ({ name, title, children }: { name: string; title: string; children: ReactNode }) => (
  <section id={name} aria-labelledby={`${name}-title`} className="scroll-mt-20 py-8">
    <h2 id={`${name}-title`} className="mb-3 text-xl font-semibold tracking-tight">
      {title}
    </h2>
    {children}
  </section>
)
