import { parseJson } from '#json/index.ts'
import { ImportError } from './import-error.ts'

const MAX_OBJECT = 4_000_000
const NAMED_ARRAY_DEPTH = 2
/** How the objects are arranged in a file. */
export type JsonShape =
  /** One object contains them in its array `features` or `elements`. */
  | 'collection'
  /** The whole text is an array of objects. */
  | 'array'
  /** The objects follow one another, without an array around them. */
  | 'sequence'
const objectDepths: Record<JsonShape, number> = { collection: 3, array: 2, sequence: 1 }
const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [34, 92, 123, 125, 91, 93]

/** Finds the objects of a JSON text read in chunks. Only one object is in memory at a time. */
export class ObjectScanner {
  #shape: JsonShape
  #depth = 0
  #text: 'none' | 'text' | 'escaped' = 'none'
  /** The last string directly in the outer object. It may be the name of the next value. */
  #name = ''
  /** The string before it. */
  #nameBefore = ''
  #hasArray: boolean
  #isInArray: boolean
  #object = ''
  #isCollecting = false

  constructor(shape: JsonShape) {
    this.#shape = shape
    this.#hasArray = this.#isInArray = shape !== 'collection'
  }

  /** Returns the texts of the objects that this chunk completes. */
  push(piece: string): string[] {
    const objects: string[] = []
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at)
      if (this.#text !== 'none') this.#takeText(piece, at, code)
      else if (code === QUOTE) this.#beginText()
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        if (this.#open(code)) from = at
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        if (this.#close()) objects.push(this.#finish(piece.slice(from, at + 1)))
      }
    }
    if (this.#isCollecting) this.#keep(piece.slice(from))
    return objects
  }

  /** Must be called at the end. Throws if the text was cut off or has neither array. */
  end(): void {
    if (this.#depth !== 0 || this.#text !== 'none')
      throw new ImportError('The JSON file ends too early: it is incomplete')
    if (!this.#hasArray) throw new ImportError('The JSON file has neither "features" nor "elements"')
  }

  #beginText(): void {
    this.#text = 'text'
    if (this.#depth !== 1) return
    this.#nameBefore = this.#name
    this.#name = ''
  }

  #takeText(piece: string, at: number, code: number): void {
    if (this.#text === 'escaped') this.#text = 'text'
    else if (code === BACKSLASH) this.#text = 'escaped'
    else if (code === QUOTE) this.#endText()
    else if (this.#depth === 1 && this.#name.length < 20) this.#name += piece.charAt(at)
  }

  // If Overpass runs out of time or memory, it says so at the end of its answer. Missing places must not count as
  // removed.
  #endText(): void {
    this.#text = 'none'
    if (this.#depth === 1 && this.#nameBefore === 'remark' && this.#name.startsWith('runtime error'))
      throw new ImportError('The file is incomplete: Overpass ended it with a runtime error')
  }

  /** Returns true if a wanted object begins here. */
  #open(code: number): boolean {
    this.#depth++
    if (this.#shape === 'collection' && this.#depth === NAMED_ARRAY_DEPTH) {
      this.#isInArray = code === OPEN_BRACKET && (this.#name === 'features' || this.#name === 'elements')
      this.#hasArray ||= this.#isInArray
    }
    const isWanted = this.#isInArray && this.#depth === objectDepths[this.#shape] && code === OPEN_BRACE
    if (isWanted) this.#isCollecting = true
    return isWanted
  }

  /** Returns true if a wanted object ends here. */
  #close(): boolean {
    this.#depth--
    if (this.#depth < 0) throw new ImportError('The JSON file cannot be read: it has an extra bracket')
    return this.#isCollecting && this.#depth === objectDepths[this.#shape] - 1
  }

  #keep(text: string): void {
    this.#object += text
    if (this.#object.length > MAX_OBJECT) throw new ImportError('An object of the JSON file is too large for a place')
  }

  #finish(text: string): string {
    const whole = this.#object + text
    this.#object = ''
    this.#isCollecting = false
    return whole
  }
}

/** Yields the objects of a JSON file. Throws if the file is not JSON or was cut off. */
export async function* objectsOf(
  bytes: AsyncIterable<Uint8Array>,
  { file, shape }: { file: string; shape: JsonShape },
): AsyncGenerator<object> {
  const scanner = new ObjectScanner(shape)
  const decoder = new TextDecoder('utf-8')
  for await (const piece of bytes)
    for (const text of scanner.push(decoder.decode(piece, { stream: true }))) yield parsed(text, file)
  scanner.end()
}

function parsed(text: string, file: string): object {
  const value = parseJson(text)
  if (value === undefined) throw new ImportError(`${file} cannot be read as JSON: ${text.slice(0, 80)}`)
  return value as object
}
