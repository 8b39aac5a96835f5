import { array, constantFrom, assert as forAll, integer, pre, property } from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { PageParser } from './page-parser.ts'
import { tagOf } from './page-tags.ts'

type Event = { open: string; attributes: Record<string, string> } | { close: string } | { text: string }

const PIECE = 8192

/** The events of an element without an end tag are the same with and without its end. */
const isClosed = (name: string): boolean => !tagOf(name).isVoid

/** Joins the pieces in which a parser may report a text. */
function addText(events: Event[], text: string): void {
  const last = events.at(-1)
  if (last !== undefined && 'text' in last) last.text += text
  else events.push({ text })
}

function eventsOf(html: string): Event[] {
  const events: Event[] = []
  new PageParser(html, {
    onOpen: ({ name }, attributes) => events.push({ open: name, attributes: { ...attributes } }),
    onText: text => addText(events, text),
    onClose: ({ name }) => events.push({ close: name }),
  }).read(Infinity)
  return events
}

function usualEventsOf(html: string): Event[] {
  const events: Event[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => events.push({ open: name, attributes }),
    ontext: text => addText(events, text),
    onclosetag: name => void (isClosed(name) && events.push({ close: name })),
  })
  for (let from = 0; from < html.length; from += PIECE) parser.write(html.slice(from, from + PIECE))
  parser.end()
  return events
}

const names =
  'a A abbr b body br button dd DIV div dl dt form frame h1 H2 head hr iframe img image input li link math mi option p P pre script select span style svg table tbody td textarea th title tr ul xmp noembed noframes foreignObject desc o:p x-y'.split(
    ' ',
  )
const attributes = [
  '',
  ' class="a"',
  " id='b' STYLE=c",
  ' href="/?a=1&amp;b=2"',
  " title='&lt;\"'",
  ' hidden',
  ' class=x class=y',
  ' data-a="&#64;"/',
  ' =',
  '\n',
  ' title="a&copy"',
  ' href="?a&copy=1&notit;&#x41"',
  ' alt=&nbsp;&amp',
]
const others = [
  'text',
  ' ',
  '\n',
  'Tom &amp; Ana',
  '&nbsp',
  '&eacute;',
  '&notit;',
  '&CounterClockwiseContourIntegral;',
  '&#x40',
  '&',
  '<',
  '>',
  '</',
  '<!-- a & b &amp; -->',
  '<!--',
  '<!doctype html>',
  '<![CDATA[ a &amp; ]]>',
  '<?xml ?>',
  '</ p>',
  '<p',
  '<a href=',
  'x'.repeat(3000),
  '=',
  '"',
]
const pieces = [
  ...names.flatMap(name => [`<${name}>`, `</${name}>`, `<${name}/>`]),
  ...names.flatMap(name => attributes.map(attribute => `<${name}${attribute}>`)),
  ...others,
]

test('a page has the same elements, attributes, and texts as for htmlparser2, however broken it is', () => {
  forAll(
    property(array(constantFrom(...pieces), { maxLength: 30 }), integer({ min: 0, max: 80 }), (parts, toBorder) => {
      const html = parts.join('')
      // In a title, browsers decode such an entity, but htmlparser2 does not.
      pre(!/<\/?&/.test(html))
      expect(eventsOf(html)).toEqual(usualEventsOf(html))
      // The same around the border of the pieces in which a page is read.
      const long = 'x'.repeat(PIECE - toBorder) + html
      expect(eventsOf(long)).toEqual(usualEventsOf(long))
    }),
    { numRuns: 2000 },
  )
})

test('an element with only a class, an ID, and a style is bare', () => {
  const bare: boolean[] = []
  const html = '<p><p class=a id=b style=c><a href="/" class=a><p><img alt="">'
  new PageParser(html, {
    onOpen: (_tag, _attributes, isBare) => bare.push(isBare),
    onText: () => {},
    onClose: () => {},
  }).read(Infinity)
  expect(bare).toEqual([true, true, false, true, false])
})

test('of an attribute that is there twice, the first one counts', () => {
  expect(eventsOf('<a href="/a" href="/b">')[0]).toEqual({ open: 'a', attributes: { href: '/a' } })
})

test('a page is read only until its elements are nested too deeply', () => {
  let opened = 0
  const html = '<div>'.repeat(100_000)
  new PageParser(html, { onOpen: () => opened++, onText: () => {}, onClose: () => {} }).read(1000)
  expect(opened).toBeGreaterThanOrEqual(1000)
  expect(opened).toBeLessThan(3000)
})
