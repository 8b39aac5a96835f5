import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.ts'

const INFO = 'info@flatirons-plumbing.com'
const emailsOf = (body: string) =>
  decideFacts([readPage(body, 'https://flatirons-plumbing.com/')], {
    domain: 'flatirons-plumbing.com',
    names: ['Flatirons Plumbing'],
  }).flatMap(({ kind, value }) => (kind === 'email' ? value : []))

test.each([
  ['in variables', '<script>var user = "info", host = "flatirons-plumbing.com"; write(user + "@" + host)</script>'],
  [
    'in three variables',
    `<script>const u='info', d='flatirons-plumbing', t='com'; el.textContent = u + '@' + d + '.' + t</script>`,
  ],
  [
    'in a template',
    '<script>const name="info"; const at="flatirons-plumbing.com"; a.href = `mailto:${name}@${at}`</script>',
  ],
  ['in a list', `<script>a.href = 'mailto:' + ['info', 'flatirons-plumbing.com'].join('@')</script>`],
  ['in a click', `<a href="#" onclick="location.href='mailto:'+'info'+'@'+'flatirons-plumbing.com'">Write</a>`],
  ['in two attributes', '<a data-u="info" data-d="flatirons-plumbing.com">Write</a>'],
  ['in three attributes', '<a data-first="info" data-second="flatirons-plumbing" data-third="com">Write</a>'],
  ['in the label of an icon', `<a href="/write" aria-label="Write to ${INFO}"><i></i></a>`],
  ['in a link to web mail', `<a href="https://mail.google.com/mail/?view=cm&fs=1&to=${INFO}">Write</a>`],
  ['behind "https://"', `<a href="https://mailto:${INFO}">Write</a>`],
  ['with a word that people take out', '<p>info@nospam.flatirons-plumbing.com</p>'],
  ['on two lines', '<p>info@<br>flatirons-plumbing.com</p>'],
])('an address is found %s', (_, body) => {
  expect(emailsOf(body)).toEqual([INFO])
})

test('an address is not guessed if a script puts it together from unknown parts', () => {
  expect(emailsOf('<script>send(user + "@" + host)</script>')).toEqual([])
  expect(emailsOf('<script>a = `${user}@${host}.com`</script>')).toEqual([])
  expect(emailsOf("<script>x = ['info', 'flatirons-plumbing.com'].join('-')</script>")).toEqual([])
})
