import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

type KeyOf<Read> = DataTag<QueryKey, Read, Error>

/** Puts in what a write has answered. An answer that is still under way is older, and would take its place. */
export function setCached<Read>(client: QueryClient, queryKey: KeyOf<Read>, read: NoInfer<Read>): void {
  void client.cancelQueries({ queryKey })
  client.setQueryData<Read>(queryKey, read)
}

/** Changes what was read. What nobody could read yet is read whole: one entry is no list. */
export function changeCached<Read>(client: QueryClient, queryKey: KeyOf<Read>, change: (read: Read) => Read): void {
  const read = client.getQueryData<Read>(queryKey)
  if (read === undefined) void client.invalidateQueries({ queryKey })
  else setCached(client, queryKey, change(read))
}
