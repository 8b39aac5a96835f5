import type { ReactNode } from 'react'
import { Badge } from '../../shared/ui/badge.tsx'
import type { Call, Schema } from './api-docs.queries.ts'
import { CodeBlock, WithCode } from './code.tsx'
import { type FieldLine, fieldsOf, FieldTable, TypeOf } from './field-table.tsx'
import { addressWith, textOf, TryIt } from './try-it.tsx'
import { nameOfRef } from './type-words.ts'
import { typescriptExample } from './typescript-example.ts'

type Schemas = Record<string, Schema>

export function OperationSection({ call, schemas }: { call: Call; schemas: Schemas }) {
  const { method, path, operation } = call
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const body = requestBody?.content['application/json']?.schema
  const parameterLines = parameters.map(({ name, in: place, required, schema, description: text }): FieldLine => ({
    name,
    schema,
    isRequired: required,
    place,
    text,
  }))
  const answers = Object.entries(responses)
  const { good = [], refused = [] } = Object.groupBy(answers, ([status]) =>
    status.startsWith('2') ? 'good' : 'refused',
  )
  return (
    <section id={operationId} aria-labelledby={`${operationId}-title`} className="scroll-mt-20 py-10">
      <h3 id={`${operationId}-title`} className="text-xl font-semibold tracking-tight">
        {summary}
      </h3>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <Badge tone={method === 'GET' ? 'blue' : 'green'}>{method}</Badge>
        <code className="font-mono text-sm wrap-anywhere">{path}</code>
      </p>
      <p className="mt-3 max-w-3xl text-ink-2">
        <WithCode text={description} />
      </p>
      <Part title="Example">
        <div className="grid gap-4 xl:grid-cols-2">
          {[
            { name: 'curl', code: curlExample(call, location.origin), whatWasCopied: 'Command copied' },
            { name: 'TypeScript', code: typescriptExample(call), whatWasCopied: 'TypeScript copied' },
          ].map(({ name, code, whatWasCopied }) => (
            <div key={name} className="min-w-0">
              <p className="mb-1 text-xs text-ink-3">{name}</p>
              <CodeBlock label={`Example in ${name}: ${summary}`} code={code} whatWasCopied={whatWasCopied} />
            </div>
          ))}
        </div>
      </Part>
      <div className="mt-4">
        <TryIt call={call} />
      </div>
      {parameterLines.length > 0 && (
        <Part title="Parameters">
          <FieldTable fields={parameterLines} marksOptional />
        </Part>
      )}
      {body !== undefined && (
        <Part title="Body">
          <FieldTable fields={fieldsOf(resolved(body, schemas))} marksOptional />
        </Part>
      )}
      <GoodAnswers answers={good} summary={summary} />
      <Errors answers={refused} />
    </section>
  )
}

type Answers = [status: string, answer: Call['operation']['responses'][string]][]

const GoodAnswers = ({ answers, summary }: { answers: Answers; summary: string }) => (
  <>
    {answers.map(([status, { description: text, content }]) => (
      <Part key={status} title={`Response ${status}`}>
        {Object.entries(content ?? {}).map(([type, { schema, example }]) => (
          <div key={type} className="space-y-2">
            <p className="text-sm text-ink-2">
              {type === 'application/json' ? <TypeOf schema={schema} /> : `A file, ${type}`}
              {status !== '200' && text !== undefined && (
                <>
                  {' – '}
                  <WithCode text={text} />
                </>
              )}
            </p>
            {example !== undefined && (
              <CodeBlock
                label={`Example of response ${status}: ${summary}`}
                code={typeof example === 'string' ? example : JSON.stringify(example, null, 2)}
              />
            )}
          </div>
        ))}
      </Part>
    ))}
  </>
)

const Errors = ({ answers }: { answers: Answers }) => (
  <Part title="Errors">
    <ul className="space-y-1 text-sm">
      {answers.map(([status, { content }]) => (
        <li key={status} className="flex gap-3">
          <span className="w-8 shrink-0 font-mono text-xs leading-6 text-ink-2">{status}</span>
          <span className="flex flex-wrap gap-x-3">
            {Object.keys(content?.['application/problem+json']?.examples ?? {}).map(errorType => (
              <a
                key={errorType}
                href={`#${errorType}`}
                className="font-mono text-xs leading-6 text-accent-ink inline-block underline underline-offset-4 wrap-anywhere"
              >
                {errorType}
              </a>
            ))}
          </span>
        </li>
      ))}
    </ul>
  </Part>
)

const resolved = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameOfRef(schema.$ref)] ?? schema)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mt-5">
    <h4 className="mb-2 text-sm font-medium text-ink-3">{title}</h4>
    {children}
  </div>
)

/** The operation's example as a shell command. It reads the key from the environment. */
function curlExample({ method, path, operation }: Call, origin: string): string {
  const { parameters, requestBody, responses } = operation
  const given = parameters.flatMap(({ name, in: place, example }) =>
    example === undefined ? [] : [{ name, place, value: textOf(example) }],
  )
  const body = requestBody?.content['application/json']?.example
  return [
    `curl "${origin}${addressWith(path, given)}"`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`--request ${method}`]),
    '--header "Authorization: Bearer $LEADLINE_API_KEY"',
    ...given.flatMap(({ place, name, value }) => (place === 'header' ? [`--header "${name}: ${value}"`] : [])),
    ...(body === undefined
      ? []
      : [
          `--header "Content-Type: application/json"`,
          `--data '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
    ...('text/csv' in (responses[200]?.content ?? {}) ? ['--output leads.csv'] : []),
  ].join(' \\\n  ')
}
