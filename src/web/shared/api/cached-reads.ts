import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

type KeyOf<Read> = DataTag<QueryKey, Read, Error>

/** Caches the reply of a write. Cancels running reads, whose older reply would replace it. */
export function setCached<Read>(client: QueryClient, queryKey: KeyOf<Read>, read: NoInfer<Read>): void {
  void client.cancelQueries({ queryKey })
  client.setQueryData<Read>(queryKey, read)
}

/** Changes a cached read. If nothing is cached, reads all of it, because one entry is not the whole list. */
export function changeCached<Read>(client: QueryClient, queryKey: KeyOf<Read>, change: (read: Read) => Read): void {
  const read = client.getQueryData<Read>(queryKey)
  if (read === undefined) void client.invalidateQueries({ queryKey })
  else setCached(client, queryKey, change(read))
}
