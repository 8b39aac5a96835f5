import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { plansWith } from '#contract/plans.ts'
import { requestsPerMinute } from '#contract/public-api/api-limits.ts'
import { paths } from '../../shared/paths.ts'
import { TextLink } from '../../shared/ui/links.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { ErrorState } from '../../shared/ui/state-message.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { type ApiDescription, apiDescriptionQuery, type Call, callsByTask, type Schema } from './api-docs.queries.ts'
import { AssistantsSection } from './assistants-section.tsx'
import { CodeBlock } from './code.tsx'
import { fieldsOf, FieldTable } from './field-table.tsx'
import { OperationSection } from './operation-section.tsx'
import { KeyContext, KeyField } from './try-it.tsx'
import { nameOfRef } from './type-words.ts'
import { clientExample } from './typescript-example.ts'

export default function ApiDocsScreen() {
  useTitle(titled('API reference'))
  const description = useQuery(apiDescriptionQuery)
  return (
    <div className="mx-auto max-w-reading px-4 pt-10 pb-16 sm:px-6">
      <h1 className="text-3xl font-semibold tracking-tight">API reference</h1>
      <p className="mt-3 max-w-2xl text-ink-2">
        Send <code className="font-mono text-sm wrap-anywhere">Authorization: Bearer &lt;key&gt;</code> with every call.
        Create keys under <TextLink href={paths.apiKeys}>API keys</TextLink>, on the {plansWith('api')} plan. A key can
        send {requestsPerMinute} requests a minute; the <code className="font-mono text-sm">RateLimit-Remaining</code>{' '}
        header of each response shows how many are left. The same description for programs:{' '}
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

function Reference({ description }: { description: ApiDescription }) {
  // The anchor in the URL did not exist yet when the browser looked for it.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  const tasks = callsByTask(description)
  const calls = tasks.flatMap(([, ofTask]) => ofTask)
  const { schemas } = description.components
  const types = answeredTypes(calls, schemas)
  const [apiKey, setApiKey] = useState('')
  return (
    <KeyContext value={{ apiKey, setApiKey }}>
      <div className="mt-6 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
        <Contents tasks={tasks} types={types} />
        <div className="divide-y divide-line">
          <GettingStarted />
          {tasks.map(([task, ofTask]) => (
            <div key={task} className="pt-10">
              <h2 className="text-2xl font-semibold tracking-tight">{task}</h2>
              <div className="divide-y divide-line">
                {ofTask.map(call => (
                  <OperationSection key={call.operation.operationId} call={call} schemas={schemas} />
                ))}
              </div>
            </div>
          ))}
          <AssistantsSection tools={description['x-tools']} />
          {types.map(name => (
            <Block key={name} name={name} title={name}>
              <FieldTable fields={fieldsOf(schemas[name] ?? {})} marksOptional={false} />
            </Block>
          ))}
          <Block name="errors" title="Errors">
            <p className="mb-3 max-w-3xl text-ink-2">
              A refused request has no effect and costs nothing. The body is a{' '}
              <TextLink href="#Problem">Problem</TextLink> of type application/problem+json (RFC 9457). The{' '}
              <code className="font-mono text-sm">Retry-After</code> header of a 429 or 503 says how many seconds to
              wait before you try again.
            </p>
            <dl className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
              {Object.entries(description['x-errors']).map(([errorType, { status, message }]) => (
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
      </div>
    </KeyContext>
  )
}

const GettingStarted = () => (
  <section id="start" aria-labelledby="start-title" className="scroll-mt-20 py-10">
    <h2 id="start-title" className="mb-3 text-2xl font-semibold tracking-tight">
      Get started
    </h2>
    <div className="grid gap-6 xl:grid-cols-2">
      <div className="min-w-0 space-y-3">
        <form aria-label="Key to try the calls with" onSubmit={event => event.preventDefault()}>
          <KeyField />
        </form>
        <p className="text-sm text-ink-2">
          With a key here, “Try it with your key” runs each call below on your account. The examples for curl read the
          key from <code className="font-mono text-xs">LEADLINE_API_KEY</code>.
        </p>
      </div>
      <div className="min-w-0">
        <p className="mb-2 text-sm text-ink-2">
          The examples in TypeScript use this client. <code className="font-mono text-xs">openapi-typescript</code>{' '}
          makes its types:{' '}
          <code className="font-mono text-xs wrap-anywhere">
            npx openapi-typescript {location.origin}/api/v1/openapi.json --default-non-nullable false -o api-v1.ts
          </code>
        </p>
        <CodeBlock
          label="The client of the examples"
          code={clientExample(location.origin)}
          whatWasCopied="TypeScript copied"
        />
      </div>
    </div>
  </section>
)

/** The names of the types of replies. The types of requests are described with each operation. */
function answeredTypes(calls: Call[], schemas: Record<string, Schema>): string[] {
  const sent = calls.map(({ operation }) => operation.requestBody?.content['application/json']?.schema.$ref)
  return Object.keys(schemas).filter(name => !sent.some(ref => ref !== undefined && nameOfRef(ref) === name))
}

/** Beside the text if there is room. Otherwise closed at first, because it is longer than two screens of a phone. */
function Contents({ tasks, types }: { tasks: [string, Call[]][]; types: string[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <nav
      aria-label="Contents"
      className="rounded-lg border border-line bg-surface px-4 py-1 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:border-0 lg:bg-transparent lg:p-0 lg:pt-10"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="contents"
        className="flex min-h-11 w-full items-center justify-between rounded-sm font-medium lg:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        Contents
        <ChevronDown className={clsx('size-5 text-ink-3 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div id="contents" className={clsx('pb-3 lg:block lg:pb-0', !isOpen && 'hidden')}>
        <ContentsPart title="Start here" links={{ start: 'Get started', assistants: 'AI assistants' }} />
        {tasks.map(([task, calls]) => (
          <ContentsPart
            key={task}
            title={task}
            links={Object.fromEntries(calls.map(({ operation }) => [operation.operationId, operation.summary]))}
          />
        ))}
        <ContentsPart
          title="Responses"
          links={{ ...Object.fromEntries(types.map(name => [name, name])), errors: 'Errors' }}
        />
      </div>
    </nav>
  )
}

/** `links` are the titles of sections by their ids. */
const ContentsPart = ({ title, links }: { title: string; links: Record<string, string> }) => (
  <>
    <h2 className="mt-4 mb-1 text-sm font-medium text-ink-3 first:mt-0">{title}</h2>
    <ul className="grid grid-cols-2 gap-x-4 lg:grid-cols-1">
      {Object.entries(links).map(([id, words]) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="block py-1 text-sm text-ink-2 underline-offset-4 hover:text-ink hover:underline"
          >
            {words}
          </a>
        </li>
      ))}
    </ul>
  </>
)

const Block = ({ name, title, children }: { name: string; title: string; children: ReactNode }) => (
  <section id={name} aria-labelledby={`${name}-title`} className="scroll-mt-20 py-10">
    <h2 id={`${name}-title`} className="mb-3 text-xl font-semibold tracking-tight">
      {title}
    </h2>
    {children}
  </section>
)
