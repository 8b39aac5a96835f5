import type { Call } from './api-docs.queries.ts'

/** The operation's example as a shell command. It reads the key from the environment. */
export function curlExample({ method, path, operation }: Call, origin: string): string {
  const { parameters, requestBody, responses } = operation
  const examplesIn = (place: string) =>
    parameters.filter(parameter => parameter.in === place && parameter.example !== undefined)
  const address = examplesIn('path').reduce(
    (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
    path,
  )
  const query = new URLSearchParams(examplesIn('query').map(({ name, example }) => [name, String(example)])).toString()
  const body = requestBody?.content['application/json']?.example
  const headers = examplesIn('header').map(({ name, example }) => `${name}: ${String(example)}`)
  return [
    `curl "${origin}${address}${query === '' ? '' : `?${query}`}"`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`--request ${method}`]),
    '--header "Authorization: Bearer $LEADLINE_API_KEY"',
    ...headers.map(header => `--header "${header}"`),
    ...(body === undefined
      ? []
      : [
          `--header "Content-Type: application/json"`,
          `--data '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
    ...('text/csv' in (responses[200]?.content ?? {}) ? ['--output leads.csv'] : []),
  ].join(' \\\n  ')
}
