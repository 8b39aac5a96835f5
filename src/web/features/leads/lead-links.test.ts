import { expect, onTestFinished, test, vi } from 'vitest'
import { mailHref, telHref, websiteLink } from './lead-links.ts'

test('a national phone number becomes an international call link', () => {
  expect(telHref('(303) 440-0000')).toBe('tel:+13034400000')
  expect(telHref('1 303 440 0000')).toBe('tel:+13034400000')
  expect(telHref('440-0000')).toBeUndefined()
  expect(telHref(null)).toBeUndefined()
})

test('only a plain email address becomes a mail link', () => {
  expect(mailHref('info@flatirons.example')).toBe('mailto:info@flatirons.example')
  expect(mailHref('a@b.example?bcc=all@c.example')).toBeUndefined()
  expect(mailHref('not an address')).toBeUndefined()
})

test('only http and https become website links', () => {
  expect(websiteLink('https://www.flatirons.example/about')).toEqual({
    href: 'https://www.flatirons.example/about',
    label: 'flatirons.example',
  })
  expect(websiteLink('javascript:alert(1)')).toBeUndefined()
  expect(websiteLink('data:text/html,x')).toBeUndefined()
  expect(websiteLink('flatirons')).toBeUndefined()
  expect(websiteLink(null)).toBeUndefined()
})

test('websites are links even in browsers without URL.parse', () => {
  const parse = vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new TypeError('URL.parse is not a function')
  })
  onTestFinished(() => parse.mockRestore())
  expect(websiteLink('https://flatirons.example')?.label).toBe('flatirons.example')
})
