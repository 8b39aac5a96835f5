import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.ts'

const addressesOf = (html: string) =>
  decideFacts([readPage(html, 'https://flatironsplumbing.com/')], {
    domain: 'flatironsplumbing.com',
    names: ['Flatirons Plumbing'],
  }).flatMap(({ kind, value }) => (kind === 'email' ? value : []))

test.each([
  ['<p>flatironsplumbing<br>@gmail.com</p>', 'flatironsplumbing@gmail.com'],
  ['<a href="#">flatironsplumbing<br/>\n      @gmail.com</a>', 'flatironsplumbing@gmail.com'],
  ['<p>Email: flatironsplumbing303<br>@yahoo.com.</p>', 'flatironsplumbing303@yahoo.com'],
  ['<p>Email:<br>info<br>@flatironsplumbing.com</p>', 'info@flatironsplumbing.com'],
  ['<p>ana.diaz<br>@flatironsplumbing.com</p>', 'ana.diaz@flatironsplumbing.com'],
  ['<p><span>info</span><br><span>@flatironsplumbing.com</span></p>', 'info@flatironsplumbing.com'],
  ['<p>info@flatironsplumbing<br>.com</p>', 'info@flatironsplumbing.com'],
  ['<p>info@flatironsplumbing.<br>com</p>', 'info@flatironsplumbing.com'],
  ['<p>info@<br>flatironsplumbing.com</p>', 'info@flatironsplumbing.com'],
  ['<p><span>info</span><wbr>@<wbr>flatironsplumbing.com</p>', 'info@flatironsplumbing.com'],
  ['<p>info@<wbr>flatirons<wbr>plumbing<wbr>.com</p>', 'info@flatironsplumbing.com'],
  ['<p>info&shy;@flatirons&#8203;plumbing.com</p>', 'info@flatironsplumbing.com'],
])('an address over two lines is read: %j', (html, address) => expect(addressesOf(html)).toEqual([address]))

test.each([
  // Names at networks.
  '<p>Instagram<br>@flatironsplumbing.com</p>',
  '<p>Follow us<br>@flatironsplumbing.com</p>',
  '<p>contact<br>@flatironsplumbing.com</p>',
  '<p>flatironsplumbing.com<br>@flatironsplumbing.com</p>',
  '<p>Find us on social media<br>@gmail.com</p>',
  '<p>Email<br>@gmail.com</p>',
  // Parts of a page.
  '<p>flatironsplumbing</p><p>@gmail.com</p>',
  '<p>flatironsplumbing<br>@gmail.com is our address</p>',
  '<p>Write to info@flatironsplumbing.<br>Com is where we are.</p>',
])('but lines that only look like one are not joined: %j', html => expect(addressesOf(html)).toEqual([]))
