import type { SourceFile } from './source-file.ts'

/** The layers of the server. A layer uses only layers listed before it. */
export const layers = ['platform', 'catalog', 'accounts', 'money', 'http', 'leads', 'features', 'entry'] as const

/** The layer of a file in `src/server`; undefined for all other files. */
export const layerOf = (file: string): string | undefined => /^src\/server\/([^/]+)\//.exec(file)?.[1]

/**
 * The module of a file: a folder in a layer of the server, in a part of the web, or in the contract, for example
 * `src/server/catalog/merge`, `src/web/features/leads`, or `src/contract/leads`. A file next to such folders is its own
 * module.
 */
export function moduleOf(file: string): string | undefined {
  if (!/^src\/(server|web|contract)\//.test(file)) return undefined
  const folders = file.split('/').slice(0, -1)
  const depth = folders[1] === 'contract' || folders[2] === 'http' ? 3 : 4
  return folders.length < depth ? file : folders.slice(0, depth).join('/')
}

type Edge = { from: string; to: string; text: string }

/** One sentence for each group of modules that reach each other, with the imports that connect them. */
export function cyclesAmong(files: readonly SourceFile[], nodeOf: (file: string) => string | undefined): string[] {
  const edges = files.flatMap(file => edgesOf(file, nodeOf))
  return groupsOf(edges).map(group => {
    const ties = edges.filter(({ from, to }) => group.has(from) && group.has(to)).map(({ text }) => text)
    return `${[...group].toSorted().join(' and ')} reach each other. Move what both need into a module below them, or pass it in: ${ties.join('; ')}`
  })
}

const edgesOf = (file: SourceFile, nodeOf: (file: string) => string | undefined): Edge[] =>
  file.imports.flatMap(({ target, isPackage }) => {
    const from = nodeOf(file.path)
    const to = isPackage ? undefined : nodeOf(target)
    if (from === undefined || to === undefined || from === to) return []
    return [{ from, to, text: `${file.path} imports ${target}` }]
  })

/** Groups of nodes that reach each other. */
function groupsOf(edges: readonly Edge[]): Set<string>[] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const reached = new Map([...next.keys()].map(node => [node, reachedFrom(node, next)]))
  const groups: Set<string>[] = []
  for (const [node, others] of reached) {
    if (groups.some(group => group.has(node))) continue
    const group = [...others].filter(other => reached.get(other)?.has(node) === true)
    if (group.length > 0) groups.push(new Set([node, ...group]))
  }
  return groups
}

function reachedFrom(start: string, next: ReadonlyMap<string, readonly Edge[]>): Set<string> {
  const seen = new Set<string>()
  const waiting = [start]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const { to } of next.get(node) ?? [])
      if (!seen.has(to)) {
        seen.add(to)
        waiting.push(to)
      }
  return seen
}
