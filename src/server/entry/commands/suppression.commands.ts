import { readEntry, refusalOfEntry, type SuppressionEntry } from '#server/catalog/suppression/suppression.rules.ts'
import { listSuppressions, removeSuppression, suppress } from '#server/catalog/suppression/suppression.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { type Command, UsageError, type Voice } from './command.ts'

const words = '<phone, email, domain, or place>'

const suppressAdd: Command = {
  name: 'suppress add',
  usage: `${words} [--reason TEXT]`,
  summary: 'Put a business on the do-not-contact list, which applies to every search, export, and later import',
  words: { min: 1, max: Infinity },
  options: { reason: { value: 'TEXT', help: 'Reason, shown in the list' } },
  run: async ({ deps, words: values, options, print }) => {
    const entries = values.map(value => entryOf(value, suppressAdd))
    const { added, places } = await suppress(deps, entries, options.reason ?? 'operator', tellWait(print))
    print(`Added to the list: ${added}. Places of the catalog that the list hides: ${places}.`)
  },
}

const suppressRemove: Command = {
  name: 'suppress remove',
  usage: words,
  summary: 'Remove a business from the do-not-contact list',
  words: { min: 1, max: 1 },
  run: async ({ deps, words: [value = ''], print }) => {
    const entry = entryOf(value, suppressRemove)
    if (!(await removeSuppression(deps, entry, tellWait(print))))
      throw new Refusal('NOT_FOUND', { message: `"${value}" is not on the list.` })
    print(`${entry.kind} ${entry.value} was removed from the list.`)
  },
}

const suppressList: Command = {
  name: 'suppress list',
  summary: 'Show the do-not-contact list',
  run: async ({ deps, print }) => {
    const entries = await listSuppressions(deps)
    for (const { kind, value, reason, createdAt } of entries)
      print(`${kind.padEnd(6)}  ${value}  ${createdAt.toISOString().slice(0, 10)}  ${reason}`)
    if (entries.length === 0) print('The list is empty.')
  },
}

export const suppressionCommands = [suppressAdd, suppressRemove, suppressList]

const tellWait = (print: Voice['print']) => () =>
  print(
    'The list is changed, and searches and exports already follow it. The catalog’s totals are updated when the running import has ended. If you stop this command, the server updates them.',
  )

function entryOf(value: string, command: Command): SuppressionEntry {
  const entry = readEntry(value)
  if (entry === null) throw new UsageError(`"${value}": ${refusalOfEntry(value)} (such as overture:08f2…).`, command)
  return entry
}
