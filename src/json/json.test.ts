import { assert, json, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from './index.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('JSON that others wrote', () => {
  test('is read like any other JSON', () => {
    assert(
      property(json(), text => {
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('is undefined if it is broken', () => {
    for (const text of ['', '{', '{"a":1,}', '"\\', '[1]]']) expect(parseJson(text)).toBeUndefined()
  })

  test('may have brackets and escaped quotes in its texts', () => {
    const texts = ['['.repeat(5000), `"${'{'.repeat(5000)}`, `\\"${'['.repeat(5000)}\\`]
    expect(parseJson(JSON.stringify(texts))).toEqual(texts)
  })

  test('is refused if it is nested so deeply that an error in it would end the process', () => {
    expect(parseJson(nested(100))).toEqual(JSON.parse(nested(100)))
    expect(parseJson(nested(101))).toBeUndefined()
    expect(parseJson(`["\\\\",${nested(101)}]`)).toBeUndefined()
    expect(parseJson('{"a":[1,'.repeat(20_000))).toBeUndefined()
  })
})
