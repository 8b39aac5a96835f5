import type { Readable } from 'node:stream'

/** A file to download, sent as it is produced. */
export type FileReply = { fileName: string; content: Readable }
/** A list of any length, made and sent in portions as one array. */
export class ListReply {
  readonly portions: AsyncGenerator<readonly unknown[]>

  private constructor(portions: AsyncGenerator<readonly unknown[]>) {
    this.portions = portions
  }

  /** Makes the first portion: until then the call can still be refused. */
  static async of(portions: AsyncGenerator<readonly unknown[]>): Promise<ListReply> {
    return new ListReply(begun(await portions.next(), portions))
  }
}

async function* begun<Portion>(first: IteratorResult<Portion>, rest: AsyncGenerator<Portion>): AsyncGenerator<Portion> {
  if (first.done !== true) yield first.value
  yield* rest
}
