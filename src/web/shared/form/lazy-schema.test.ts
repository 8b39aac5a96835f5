import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { lazySchema } from './lazy-schema.ts'

type Fields = { name: string }
const schema = z.strictObject({ name: z.string().min(1, 'Name is required') })
const options = { fields: {}, shouldUseNativeValidation: false }
const empty = { name: '' }

test('the schema loads when the user enters the form, once', async () => {
  const load = vi.fn<() => Promise<typeof schema>>(async () => schema)
  const { resolver, formProps } = lazySchema<Fields>(load)
  expect(load).not.toHaveBeenCalled()
  formProps.onFocus()
  formProps.onFocus()
  expect(await resolver(empty, undefined, options)).toMatchObject({ errors: { name: { message: 'Name is required' } } })
  expect(await resolver({ name: 'Dana' }, undefined, options)).toEqual({ values: { name: 'Dana' }, errors: {} })
  expect(load).toHaveBeenCalledTimes(1)
})

test('without the schema, the form is sent for the server to check, and the schema is loaded again', async () => {
  const load = vi.fn<() => Promise<typeof schema>>(async () => schema).mockRejectedValueOnce(new Error('offline'))
  const { resolver } = lazySchema<Fields>(load)
  expect(await resolver(empty, undefined, options)).toEqual({ values: empty, errors: {} })
  expect(await resolver(empty, undefined, options)).toMatchObject({ errors: { name: { type: 'too_small' } } })
})

test('a form does not wait longer than five seconds for the schema, and uses it when it arrives', async () => {
  vi.useFakeTimers()
  const loaded = Promise.withResolvers<typeof schema>()
  const { resolver } = lazySchema<Fields>(() => loaded.promise)
  const checked = resolver(empty, undefined, options)
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  expect(await checked).toEqual({ values: empty, errors: {} })
  loaded.resolve(schema)
  expect(await resolver(empty, undefined, options)).toMatchObject({ errors: { name: { type: 'too_small' } } })
})
