import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.rules.ts'

const owner = { domain: 'flatirons.com', names: ['Flatirons Plumbing'] }
const phonesOn = (...bodies: string[]): string[] =>
  decideFacts(
    bodies.map((body, page) => readPage(body, `https://flatirons.com/${page === 0 ? '' : `page-${page}`}`)),
    owner,
  ).flatMap(({ kind, value }) => (kind === 'phone' ? value : []))
/** The numbers of a site that has the same foot on each of its three pages. */
const phonesOfFoot = (foot: string): string[] => {
  const page = `<p>Phone: 303-440-0188</p>${foot}<p>123 Main St, Boulder, CO 80302</p>`
  return phonesOn(page, page, page)
}
const OWN = '13034400188'

describe('a fax number on each page is not reported', () => {
  test.each([
    'Facsimile: 303-440-0199',
    'Telefax: 303-440-0199',
    'eFax 303-440-0199',
    'Fax us: 303-440-0199',
    'Fax orders to: 303-440-0199',
    'Our fax number is 303-440-0199.',
    'Fax (toll free): 303-440-0199',
    'Fax – 303-440-0199',
    'Fax: 303-440-0197 or 303-440-0199',
    '(P) 303-440-0188 (F) 303-440-0199',
    '303-440-0199 (F)',
    '303-440-0199, fax',
    '303-440-0199 [Fax]',
    '303-440-0188 voice<br>303-440-0199 fax',
    '303-440-0188 voice, 303-440-0199 fax',
    '303-440-0188 ph 303-440-0199 fx',
    'TTY: 303-440-0199',
  ])('"%s"', text => expect(phonesOfFoot(`<p>${text}</p>`)).toEqual([OWN]))

  test('below a heading, with a note', () =>
    expect(
      phonesOn('<p>Phone: 303-440-0188</p><h4>Fax Numbers</h4><p>303-440-0199 (Main)<br>800-440-0199 (Toll Free)</p>'),
    ).toEqual([OWN]))

  test.each([
    ['an icon', '<p><i class="fas fa-fax"></i> 303-440-0199</p>'],
    ['a picture', '<p><img src="fax.png" alt="Fax"> 303-440-0199</p>'],
    ['a class', '<li class="contact-fax">303-440-0199</li>'],
    ['microdata', '<p><span itemprop="faxNumber">303-440-0199</span></p>'],
    ['a link to send one', '<p><a href="fax:3034400199">303-440-0199</a></p>'],
    ['an icon in its link', '<p><a href="tel:3034400199"><i class="fa fa-fax"></i> 303-440-0199</a></p>'],
    [
      'schema.org',
      '<script type="application/ld+json">{"@type":"Plumber","faxNumber":"303-440-0199"}</script><p>303-440-0199</p>',
    ],
    [
      'the head of a column',
      '<table><tr><th>Office<th>Phone<th>Fax</tr><tr><td>Boulder<td>303-440-0188<td>303-440-0199</tr></table>',
    ],
  ])('that %s names', (_, foot) => expect(phonesOfFoot(foot)).toEqual([OWN]))
})

describe('a fax number on each page is not reported if its label is in the cell beside it', () => {
  test.each([
    ['as an icon', '<table><tr><td><i class="fa fa-fax"></i></td><td>303-440-0199</td></tr></table>'],
    ['as a picture', '<table><tr><td><img src="fax.png" alt="Fax"></td><td>303-440-0199</td></tr></table>'],
    ['in a box', '<div><div><i class="fa fa-fax"></i></div><div><p>303-440-0199</p></div></div>'],
    ['between bars', '<p>303-440-0188 | Fax | 303-440-0199</p>'],
    ['between bullets', '<p>Phone • 303-440-0188 • Fax • 303-440-0199</p>'],
  ])('%s', (_, foot) => expect(phonesOfFoot(foot)).toEqual([OWN]))

  test.each([
    [
      'an empty cell',
      '<table><tr><td><i class="fa fa-fax"></i></td><td></td></tr><tr><td>303-440-0177</td></tr></table>',
    ],
    ['a label', '<div><i class="icon-fax"></i></div><div>Mobile: 303-440-0177</div>'],
    ['the end of its list', '<ul><li><i class="icon-fax"></i></li></ul><p>303-440-0177</p>'],
  ])('but %s ends what an icon says', (_, foot) => expect(phonesOfFoot(foot)).toEqual([OWN, '13034400177']))
})

describe('a phone number near words about a fax is reported', () => {
  test.each([
    ['behind a fax number', '<p>303-440-0199 fax, 303-440-0177 phone</p>'],
    ['behind the fax number and its label', '<p>Fax: 303-440-0199 | Phone: 303-440-0177</p>'],
    ['for both', '<p>Tel/Fax: 303-440-0177</p>'],
    ['for both, with the fax number behind it', '<p>Phone/Fax: 303-440-0177 / 303-440-0199</p>'],
    ['to call instead', '<p>Fax or call 303-440-0177</p>'],
    ['in a class about both', '<p class="phone-fax">303-440-0177</p>'],
    ['of a town that ends in "fax"', '<p>Fairfax: 303-440-0177</p>'],
    ['twice in its row', '<table><tr><td>Phone<tr><td>Fax<tr><td>303-440-0177<td>303-440-0177</table>'],
  ])('%s', (_, foot) => expect(phonesOfFoot(foot)).toEqual([OWN, '13034400177']))
})

describe('a labeled phone number is reported, whatever follows about a fax', () => {
  test.each([
    'Phone: 303-440-0188 Fax Number: 303-440-0199',
    'Phone: 303-440-0188 Fax No. 303-440-0199',
    'Phone: 303-440-0188 Fax – 303-440-0199',
    'Phone: 303-440-0188 Fax ... 303-440-0199',
    'Phone: 303-440-0188 Fax: ( 303 ) 440-0199',
    'Phone: 303-440-0188 Fax: (+1) 303-440-0199',
    'Phone: 303-440-0188 Fax: +49 30 440199',
    'Phone: 303-440-0188 Fax (toll free): 800-440-0199',
    'Phone: 303-440-0188, Fax us at 303-440-0199',
    'Phone: 303-440-0188 Fax: N/A',
    'Phone: 303-440-0188 Fax: on request',
    'Phone: 303-440-0188 <b>Fax:</b><br>303-440-0199',
    'Phone 303-440-0188, Fax Number 303-440-0199',
    'Tel. 303-440-0188 - Fax No: 303-440-0199',
    'Phone: 303-440-0188 Fax',
    '303-440-0188 Fax Number: 303-440-0199',
  ])('"%s"', text => expect(phonesOn(`<p>${text}</p>`)).toEqual([OWN]))
})

describe('the only number of a site is reported near a word about a fax', () => {
  test.each([
    'Notary · Copies · Fax · 303-440-0188',
    'Notary • Copies • Fax • 303-440-0188',
    'Copies / Fax / 303-440-0188',
    'Fax or text us at 303-440-0188',
    'Fax: N/A Toll Free: 303-440-0188',
    'Fax: none, mobil: 303-440-0188',
  ])('"%s"', text => expect(phonesOn(`<p>${text}</p>`)).toEqual([OWN]))

  test('and if schema.org gives it as a fax number too', () =>
    expect(
      phonesOn(
        '<script type="application/ld+json">{"@type":"Plumber","faxNumber":"303-440-0188"}</script><p>Boulder 303-440-0188</p>',
      ),
    ).toEqual([OWN]))
})

describe('a picture, class, or property of a fax says nothing about the next number', () => {
  test.each([
    [
      'with the fax number in its content',
      '<meta itemprop="faxNumber" content="303-440-0199"><span itemprop="telephone">303-440-0188</span>',
    ],
    ['of a form field', '<form><input class="fax"></form><p>303-440-0188</p>'],
    ['of a form field with choices', '<form><select class="fax"></select></form><p>303-440-0188</p>'],
    [
      'in an element that is not displayed',
      '<div style="display:none"><i class="fa fa-fax"></i></div><p>303-440-0188</p>',
    ],
    ['in a hidden element', '<div hidden><i class="fa fa-fax"></i></div><p>303-440-0188</p>'],
    ['with a hidden picture', '<span hidden><img src="fax.png" alt="Fax"></span>303-440-0188'],
    ['of an empty line', '<ul><li class="fax"></li><li>303-440-0188</li></ul>'],
    ['of the whole page', '<body class="page-fax"><p>303-440-0188</p>'],
    ['at the end of a list', '<ul><li><i class="icon-fax"></i></li></ul><p>Mobile<br>303-440-0188</p>'],
  ])('%s', (_, body) => expect(phonesOn(body)).toEqual([OWN]))

  test.each([
    ['a class', '<li class="contact-fax">\n  303-440-0199\n</li>'],
    ['an icon', '<p><i class="fas fa-fax"></i>\n  303-440-0199</p>'],
  ])('and one on the next line of the source is a fax number: %s', (_, foot) =>
    expect(phonesOfFoot(foot)).toEqual([OWN]),
  )

  test('and the fax number in the content of a property is none to call', () =>
    expect(phonesOfFoot('<meta itemprop="faxNumber" content="303-440-0199"><p>303-440-0199</p>')).toEqual([OWN]))
})

test('a number is reported behind a link that shows a number of another country', () =>
  expect(
    phonesOn('<a href="tel:+13034400188">+44 20 7946 0991</a><p>Boulder (303) 440-0188 for a plumber</p>'),
  ).toEqual([OWN]))

describe('a number is reported behind digits that are no foreign code', () => {
  test.each([
    'Mon-Fri 8:00-17:00 303-440-0188',
    'Hours 8:00 - 5:00 (303) 440-0188',
    'Suite 020 303-440-0188',
    'Suite 01 303-440-0188',
    'Burn permit: 303-440-0188',
  ])('"%s"', text => expect(phonesOn(`<p>${text}</p>`)).toEqual([OWN]))
})

describe('a number of others beside the own one is not reported', () => {
  test.each([
    'Our insurer: ana@partner.com, 415-440-0177 for claims',
    'Ask bob@other.org or 212-440-0166',
    'Acme Tile Sales 415-440-0177',
    'Acme Tile customer service 415-440-0177',
  ])('"%s"', text => expect(phonesOn(`<p>Phone: 303-440-0188</p><p>${text}</p>`)).toEqual([OWN]))
})

describe('ten digits are no phone number because of the words below them', () => {
  test.each(['Office hours: 9-5', 'Local plumbers since 1990'])('"%s"', text =>
    expect(phonesOn(`<p>Docket 2705031092</p><p>${text}</p>`)).toEqual([]),
  )
  test('or behind them', () => expect(phonesOn('<p>Docket 2705031092 - Local plumbers since 1990</p>')).toEqual([]))
})

describe('a number on each page that is not one to call is not reported', () => {
  test.each([
    ['of a permit', '<p>Permit #: 2705031092</p>'],
    ['of a license', '<p>VA License #: 2705031092</p>'],
    ['of a license that one place names', '<p>License 2705031092</p><p>VA: 2705031092<br>MD: 3309</p>'],
    ['of another country, with a zero', '<p>Mexico: 01 800 440 0199</p>'],
    ['of another country, with a zero in brackets', '<p>London: (0) 207 440 0199</p>'],
    ['of a carrier', '<p>Track your order with FedEx: 1-800-463-3339</p>'],
  ])('%s', (_, foot) => expect(phonesOfFoot(foot)).toEqual([OWN]))
})

describe('a second number is reported', () => {
  test.each([
    ['behind an address', '<p>Write to ana@flatirons.com or (303) 440-0177.</p>'],
    ['with its label behind it', '<p>Ana Lopez, 303.440.0177 cell, is our plumber.</p>'],
    ['with the name of a department', '<p>Sales 303-440-0177 | Mon-Fri</p>'],
    ['with a request to call or text', '<p>You can call us or text 303-440-0177 at any time.</p>'],
  ])('%s', (_, body) => expect(phonesOn(`<p>Phone: 303-440-0188</p>${body}`)).toEqual([OWN, '13034400177']))
})

test('all numbers of a business with twelve branches are reported', () => {
  const branches = Array.from({ length: 12 }, (_, branch) => `<p>Phone: 303-440-01${10 + branch}</p>`)
  expect(phonesOn(branches.join(''))).toHaveLength(12)
})
