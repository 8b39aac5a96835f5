import { expect, test } from 'vitest'
import { readRobots } from './robots.rules.ts'

const allowed = (text: string, ...paths: string[]) => {
  const { isAllowed } = readRobots(text, 'LeadlineBot')
  return paths.filter(path => isAllowed(`https://flatirons.com${path}`))
}

test('the group of the agent counts, or else that of all agents', () => {
  const all = 'User-agent: *\nDisallow: /'
  expect(allowed(`${all}\nUser-agent: Other\nUser-agent: leadlinebot/1.0 # ours\nDisallow: /b`, '/a', '/b')).toEqual([
    '/a',
  ])
  expect(allowed(`${all}\n\nUser-agent: Other\nDisallow:`, '/a')).toEqual([])
  expect(allowed(`User-agent: Other\r\nDisallow: /`, '/a')).toEqual(['/a'])
  expect(allowed(`${all}\nUser-agent: LeadlineBot\nDisallow:`, '/a')).toEqual(['/a'])
  expect(readRobots('User-agent: *\nCrawl-delay: 3', 'LeadlineBot').delay).toBe(3)
  expect(readRobots('User-agent: *\nCrawl-delay: soon', 'LeadlineBot').delay).toBe(0)
})

test('records other than rules, such as sitemaps, neither end a group nor are a part of it', () => {
  const map = 'Sitemap: https://flatirons.com/map.xml'
  expect(allowed(`User-agent: *\n${map}\nUser-agent: Other\nDisallow: /a`, '/a', '/b')).toEqual(['/b'])
  expect(allowed(`User-agent: *\nDisallow: /\n\nUser-agent: LeadlineBot\n${map}`, '/a')).toEqual([])
})

test('the longest rule that fits counts, with "*" for any text and "$" for the end', () => {
  const rules =
    'User-agent: *\nDisallow: /shop\nAllow: /shop/open\nDisallow: /*.pdf$\nDisallow: /a*/b*c\nDisallow: /caf%c3%a9\nDisallow: /q?x'
  const paths = [
    '/shop',
    '/shop/open/1',
    '/x.pdf',
    '/x.pdf?1',
    '/pdf',
    '/az/b-c',
    '/az/c-b',
    '/caf%C3%A9',
    '/café',
    '/q?x=1',
    '/q',
    '/',
  ]
  expect(allowed(rules, ...paths)).toEqual(['/shop/open/1', '/x.pdf?1', '/pdf', '/az/c-b', '/q', '/'])
  expect(allowed('User-agent: *\nDisallow: /a\nAllow: /a\nDisallow: /b$', '/a', '/b', '/bc')).toEqual(['/a', '/bc'])
})

test('a hostile file costs little time and memory', () => {
  const agents = Array.from({ length: 12_000 }, (_, at) => `User-agent: ${at}\nUser-agent: *`).join('\n')
  expect(allowed(`${agents}\n${'Allow: /\n'.repeat(12_000)}Disallow: /x`, '/', '/x')).toEqual(['/'])
  const path = `/${'a'.repeat(2000)}`
  expect(allowed(`User-agent: *\n${`Disallow: ${'*a'.repeat(900)}b\n`.repeat(25)}`, path)).toEqual([path])
})

test('a file with far too many rules forbids everything', () => {
  const rule = 'Disallow: /*aaaaaab\n'
  expect(allowed(`User-agent: *\n${rule.repeat(5000)}`, '/')).toEqual(['/'])
  expect(allowed(`User-agent: *\n${rule.repeat(6000)}`, '/')).toEqual([])
  expect(allowed(`User-agent: *\nDisallow: ${'*a'.repeat(250_000)}`, '/')).toEqual([])
})
