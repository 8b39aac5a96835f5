import { paths } from '../../shared/paths.ts'
import { TextLink } from '../../shared/ui/links.tsx'
import type { ApiDescription } from './api-docs.queries.ts'
import { CodeBlock } from './code.tsx'

export function AssistantsSection({ tools }: { tools: ApiDescription['x-tools'] }) {
  const url = `${location.origin}/mcp`
  // Cursor and VS Code replace this with the environment variable.
  const headers = { Authorization: 'Bearer ${env:LEADLINE_API_KEY}' }
  const configs = [
    {
      label: 'Claude Code',
      code: `claude mcp add --transport http leadline ${url} \\\n  --header "Authorization: Bearer $LEADLINE_API_KEY"`,
    },
    {
      label: 'Cursor, .cursor/mcp.json',
      code: JSON.stringify({ mcpServers: { leadline: { type: 'http', url, headers } } }, null, 2),
    },
    {
      label: 'VS Code, .vscode/mcp.json',
      code: JSON.stringify({ servers: { leadline: { type: 'http', url, headers } } }, null, 2),
    },
  ]
  return (
    <section id="assistants" aria-labelledby="assistants-title" className="scroll-mt-20 py-10">
      <h2 id="assistants-title" className="mb-3 text-2xl font-semibold tracking-tight">
        AI assistants
      </h2>
      <p className="max-w-3xl text-ink-2">
        <code className="font-mono text-sm">POST /mcp</code> implements the Model Context Protocol (revision 2026-07-28
        and those of 2025). An assistant sees only the tools that its <TextLink href={paths.apiKeys}>API key</TextLink>{' '}
        may use. A search needs a limit on its cost, and no tool buys, deletes, or exports anything. Give the assistant
        the smallest scope that it needs: texts of businesses are marked as data, but can still mislead it.
      </p>
      <div className="mt-5 grid gap-4 xl:grid-cols-2">
        {configs.map(({ label, code }) => (
          <div key={label} className="min-w-0">
            <h3 className="mb-2 text-sm font-medium text-ink-3">{label}</h3>
            <CodeBlock label={label} code={code} whatWasCopied="Configuration copied" />
          </div>
        ))}
      </div>
      <dl className="mt-5 divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {tools.map(({ name, scope, description }) => (
          <div key={name} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <dt>
              <code className="font-mono text-xs leading-5">{name}</code>
              <span className="block text-xs text-ink-3">{scope}</span>
            </dt>
            <dd className="text-ink-2">{description.replaceAll('`', '')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
