import type { ReactNode } from 'react'
import { Badge } from '../../shared/ui/badge.tsx'
import type { Operation, Schema } from './api-docs.queries.ts'
import { type FieldLine, fieldsOf, FieldTable, TypeOf } from './field-table.tsx'

export function OperationSection({ method, path, operation }: { method: string; path: string; operation: Operation }) {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const body = requestBody?.content['application/json']?.schema
  const parameterLines = parameters.map(({ name, in: place, required, schema, description: text }): FieldLine => ({
    name,
    schema,
    isRequired: required,
    place,
    text,
  }))
  return (
    <section id={operationId} aria-labelledby={`${operationId}-title`} className="scroll-mt-20 py-8">
      <h2 id={`${operationId}-title`} className="text-xl font-semibold tracking-tight">
        {summary}
      </h2>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <Badge tone={method === 'get' ? 'blue' : 'green'}>{method.toUpperCase()}</Badge>
        <code className="font-mono text-sm wrap-anywhere">{path}</code>
      </p>
      <p className="mt-3 max-w-3xl text-ink-2">
        <WithCode text={description} />
      </p>
      {parameterLines.length > 0 && (
        <Part title="Parameters">
          <FieldTable fields={parameterLines} marksOptional />
        </Part>
      )}
      {body !== undefined && (
        <Part title="Body">
          <Shape schema={body} marksOptional />
        </Part>
      )}
      {Object.entries(responses).map(([status, { description: text, content }]) =>
        content === undefined ? null : (
          <Part key={status} title={`Answer ${status}`}>
            {status !== '200' && text !== undefined && (
              <p className="mb-2 text-sm text-ink-2">
                <WithCode text={text} />
              </p>
            )}
            {Object.entries(content).map(([type, { schema }]) =>
              type === 'application/json' ? <Shape key={type} schema={schema} /> : <p key={type}>{type}</p>,
            )}
          </Part>
        ),
      )}
    </section>
  )
}

/** Words with what stands between backticks as code. */
const WithCode = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part} className="font-mono text-sm">
        {part}
      </code>
    ),
  )

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mt-5">
    <h3 className="mb-2 text-sm font-medium text-ink-3">{title}</h3>
    {children}
  </div>
)

const Shape = ({ schema, marksOptional = false }: { schema: Schema; marksOptional?: boolean }) =>
  schema.properties === undefined ? (
    <TypeOf schema={schema} />
  ) : (
    <FieldTable fields={fieldsOf(schema)} marksOptional={marksOptional} />
  )
