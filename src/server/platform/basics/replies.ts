import type { Readable } from 'node:stream'

/** A file to download, sent as it is produced. */
export type FileReply = { fileName: string; mediaType: string; content: Readable }
/** A list of any length, produced and sent in portions as one JSON array. */
export class ListReply {
  readonly portions: AsyncGenerator<readonly unknown[]>

  private constructor(portions: AsyncGenerator<readonly unknown[]>) {
    this.portions = portions
  }

  /** Produces the first portion, so that the call can still fail with a proper error. */
  static async of(portions: AsyncGenerator<readonly unknown[]>): Promise<ListReply> {
    return new ListReply(begun(await portions.next(), portions))
  }
}

async function* begun<Portion>(first: IteratorResult<Portion>, rest: AsyncGenerator<Portion>): AsyncGenerator<Portion> {
  if (first.done !== true) yield first.value
  yield* rest
}
