import { TextLink } from '../../shared/ui/links.tsx'
import type { Schema } from './api-docs.queries.ts'
import { WithCode } from './code.tsx'
import { nameOfRef, typeWords } from './type-words.ts'

export type FieldLine = { name: string; isRequired: boolean; schema: Schema; place?: string; text?: string | undefined }

export const fieldsOf = ({ properties = {}, required = [] }: Schema): FieldLine[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
    text: schema.description,
  }))

/** Names, types, and descriptions of fields. Named types are links. `marksOptional` is for requests. */
export function FieldTable({ fields, marksOptional }: { fields: FieldLine[]; marksOptional: boolean }) {
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
      {fields.map(({ name, schema, isRequired, place, text }) => (
        <div key={name} className="grid gap-x-4 gap-y-0.5 px-3 py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <dt className="font-mono text-xs leading-5 wrap-anywhere">
            {name}
            {place !== undefined && <span className="ml-2 font-sans text-ink-3">{place}</span>}
          </dt>
          <dd className="text-ink-2 wrap-anywhere">
            {text !== undefined && (
              <span className="block text-ink">
                <WithCode text={text} />
              </span>
            )}
            <TypeOf schema={schema} />
            {marksOptional && isRequired && <span className="ml-2 text-xs font-medium text-accent-ink">required</span>}
            {marksOptional && schema.default !== undefined && (
              <span className="ml-2">default {JSON.stringify(schema.default)}</span>
            )}
            {fieldsOf(schema).length > 0 && (
              <div className="mt-2">
                <FieldTable fields={fieldsOf(schema)} marksOptional={marksOptional} />
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function TypeOf({ schema }: { schema: Schema }) {
  const ref = schema.$ref ?? schema.items?.$ref
  if (ref === undefined) return <>{typeWords(schema)}</>
  return <TextLink href={`#${nameOfRef(ref)}`}>{typeWords(schema)}</TextLink>
}
