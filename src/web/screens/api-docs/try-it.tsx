import { createContext, use, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { controlClass, Input } from '../../shared/ui/input.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import type { Call, Parameter } from './api-docs.queries.ts'
import { CodeBlock } from './code.tsx'

/** The key that the user has pasted. It is in the memory of this page only. */
export const KeyContext = createContext<{ apiKey: string; setApiKey: (key: string) => void }>({
  apiKey: '',
  setApiKey: () => {},
})

export function KeyField() {
  const { apiKey, setApiKey } = use(KeyContext)
  return (
    <Field
      label="Your API key"
      hint="Stays in the memory of this page, until you leave it. It is sent only to this service, with the calls that you try."
    >
      {control => (
        <Input
          {...control}
          type="password"
          name="api-key-to-try"
          autoComplete="off"
          spellCheck={false}
          placeholder="leadline_…"
          className="font-mono"
          value={apiKey}
          onChange={({ target }) => setApiKey(target.value.trim())}
        />
      )}
    </Field>
  )
}

type Answer = { status: string; milliseconds: number; body: string }
const LONGEST_SHOWN = 20_000

export function TryIt({ call }: { call: Call }) {
  const [isOpen, setOpen] = useState(false)
  const { summary } = call.operation
  return isOpen ? (
    <TryForm call={call} />
  ) : (
    <Button aria-label={`Try it with your key: ${summary}`} onClick={() => setOpen(true)}>
      Try it with your key
    </Button>
  )
}

function TryForm({ call }: { call: Call }) {
  const { apiKey } = use(KeyContext)
  const [entered, setEntered] = useState(() => enteredExample(call))
  const [answer, setAnswer] = useState<Answer>()
  const [isSending, setSending] = useState(false)
  // It stays while the key is being typed.
  const [asksForKey] = useState(apiKey === '')
  const { operation, method } = call
  const send = async () => {
    setSending(true)
    setAnswer(await answerTo(call, entered, apiKey))
    setSending(false)
  }
  return (
    <form
      aria-label={`Try it: ${operation.summary}`}
      className="space-y-4 rounded-lg border border-line bg-surface p-4"
      onSubmit={event => {
        event.preventDefault()
        if (!isSending) void send()
      }}
    >
      {operation.parameters.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {operation.parameters.map(parameter => (
            <Field key={fieldOf(parameter)} label={parameter.name} isOptional={!parameter.required}>
              {control => (
                <Input
                  {...control}
                  autoComplete="off"
                  placeholder={textOf(parameter.example)}
                  value={entered.parameters[fieldOf(parameter)] ?? ''}
                  onChange={({ target: { value } }) =>
                    setEntered({ ...entered, parameters: { ...entered.parameters, [fieldOf(parameter)]: value } })
                  }
                />
              )}
            </Field>
          ))}
        </div>
      )}
      {operation.requestBody !== undefined && (
        <Field label="Body">
          {control => (
            <textarea
              {...control}
              spellCheck={false}
              rows={Math.min(14, entered.body.split('\n').length)}
              className={`${controlClass} h-auto py-2 font-mono text-xs leading-5`}
              value={entered.body}
              onChange={({ target }) => setEntered({ ...entered, body: target.value })}
            />
          )}
        </Field>
      )}
      {asksForKey && <KeyField />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" disabled={apiKey === ''} isLoading={isSending}>
          Send
        </Button>
        <p className="text-sm text-ink-2">
          {apiKey === '' ? (
            <>
              Paste a key first. You create keys under <TextLink href="/api-keys">API keys</TextLink>.
            </>
          ) : method === 'GET' ? (
            'Runs on your account. It changes nothing.'
          ) : (
            'Runs on your account, with its data and its quota.'
          )}
        </p>
      </div>
      <AnswerShown answer={answer} summary={operation.summary} />
    </form>
  )
}

const AnswerShown = ({ answer, summary }: { answer: Answer | undefined; summary: string }) => (
  <output className="block empty:mt-0" aria-label={`Response: ${summary}`}>
    {answer !== undefined && (
      <div className="space-y-2">
        <p className="text-sm text-ink-2 tabular-nums">
          {answer.status}
          {answer.milliseconds > 0 && `, ${answer.milliseconds} ms`}
        </p>
        {answer.body !== '' && <CodeBlock label={`Body of the response: ${summary}`} code={answer.body} />}
      </div>
    )}
  </output>
)

async function answerTo(call: Call, entered: Parameters<typeof requestOf>[1], key: string): Promise<Answer> {
  const since = performance.now()
  try {
    const { url, init } = requestOf(call, entered, key)
    const response = await fetch(url, init)
    const text = readable(await response.text())
    const status = `${response.status} ${response.statusText}`.trim()
    const body = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}\n… (${text.length} characters)` : text
    return { status, milliseconds: Math.round(performance.now() - since), body }
  } catch {
    return { status: 'No response. Check your connection and the key.', milliseconds: 0, body: '' }
  }
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** What the user has entered: parameters by place and name, and the body as text. */
type Entered = { parameters: Record<string, string>; body: string }

const fieldOf = ({ in: place, name }: { in: string; name: string }): string => `${place} ${name}`

/** The operation's example, without optional parameters and headers: a second try needs another Idempotency-Key. */
const enteredExample = ({ operation }: Call): Entered => ({
  parameters: Object.fromEntries(operation.parameters.map(each => [fieldOf(each), startOf(each)])),
  body: JSON.stringify(operation.requestBody?.content['application/json']?.example ?? null, null, 2),
})

const startOf = ({ required, in: place, example }: Parameter): string =>
  required && place !== 'header' ? textOf(example) : ''
export const textOf = (example: unknown): string =>
  example === undefined || typeof example === 'string' ? (example ?? '') : JSON.stringify(example)

type Given = { name: string; place: string; value: string }

/** The path and the query of a call with these values. */
export function addressWith(path: string, given: readonly Given[]): string {
  const ofPlace = (wanted: string) => given.filter(({ place }) => place === wanted)
  const address = ofPlace('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  )
  const query = new URLSearchParams(ofPlace('query').map(({ name, value }) => [name, value]))
  return query.size === 0 ? address : `${address}?${query.toString()}`
}

/** The request to this server. Empty fields are left out, and no cookies are sent. */
function requestOf(
  { method, path, operation }: Call,
  { parameters, body }: Entered,
  key: string,
): { url: string; init: RequestInit } {
  const given = operation.parameters
    .map(({ name, in: place }) => ({ name, place, value: parameters[fieldOf({ in: place, name })]?.trim() ?? '' }))
    .filter(({ value }) => value !== '')
  const hasBody = operation.requestBody !== undefined
  return {
    url: addressWith(path, given),
    init: {
      method,
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        authorization: `Bearer ${key}`,
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...Object.fromEntries(given.filter(({ place }) => place === 'header').map(({ name, value }) => [name, value])),
      },
      ...(hasBody ? { body } : {}),
    },
  }
}
