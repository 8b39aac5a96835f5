import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.rules.ts'

const phonesOf = (names: string[], ...bodies: string[]): string[] =>
  decideFacts(
    bodies.map((body, page) => readPage(body, `https://flatirons.com/${page === 0 ? '' : `page-${page}`}`)),
    { domain: 'flatirons.com', names },
  ).flatMap(({ kind, value }) => (kind === 'phone' ? value : []))
const OWN = '13034400188'
/** The numbers of a site with this text on its two pages, below its own number. */
const phonesWith = (text: string): string[] => {
  const page = `<p>Phone: 303-440-0188</p>${text}`
  return phonesOf(['Flatirons Plumbing'], page, page)
}

describe('a number of somebody whom the text names is not reported', () => {
  test.each([
    'Poison Control: 800-440-0199',
    'Boulder Police non-emergency line: 303-440-0199',
    'Boulder County Sheriff, 303-440-0199',
    'For lost pets, Boulder County Animal Services, 303-440-0199',
    'Ohio Department of Taxation: 800-440-0199',
    'Department of Fish and Wildlife 303-440-0199',
    'IRS refund hotline: 800-440-0199',
    'Canada Revenue Agency: 800-440-0199',
    'Texas Department of Insurance: 800-440-0199',
    'In an emergency on the water: Coast Guard Station Boothbay Harbor, 207-440-0199.',
    'CSU Extension Service: 303-440-0199',
    'Boulder Chamber of Commerce 303-440-0199',
    'Ordre des dentistes du Québec : 514-440-0199',
    'Colorado Dental Association, 303-440-0199',
    'Financing subject to credit approval, AgDirect customer service 888-440-0199.',
    'Atlas Van Lines head office: 800-440-0199',
    'Call your insurance company at 800-440-0199',
    'Suicide lifeline: <a href="tel:8004400199">800-440-0199</a>',
    '<a href="tel:8004400199">Poison Control</a>',
    '<b>Boulder Police Department</b><br>1805 Main Street<br>Phone: 303-440-0199',
    '303-440-0199 (Poison Control)',
    'Website by Foo Media <a href="tel:7204400199">720-440-0199</a>',
  ])('"%s"', text => expect(phonesWith(`<p>${text}</p>`)).toEqual([OWN]))

  test.each([
    ['useful numbers', '<h3>Useful numbers</h3><p>Denver Water: 303-440-0199<br>Town dump: 303-440-0177</p>'],
    [
      'resources',
      '<h2>Community Resources</h2><h3>Food Bank</h3><p>303-440-0199</p><h3>Shelter</h3><p>303-440-0177</p>',
    ],
    [
      'sponsors',
      '<p><b>Thank you to our sheet sponsors</b></p><div><b>Acme Heating</b><br>Furnace trouble? 303-440-0199</div><div><b>Hill Realty</b><br>303-440-0177</div>',
    ],
    [
      'insurers',
      '<h1>Report a claim</h1><p>You can call your carrier directly, any hour:</p><table><tr><td>Acme<td>800-440-0199<tr><td>Bolt Mutual<td>800-440-0177</table>',
    ],
    [
      'an emergency clinic',
      '<h2>After hours</h2><p>When we are closed, please go to:</p><p><b>Front Range Emergency Vets</b><br>12 Oak Road<br>303-440-0199</p>',
    ],
  ])('in a list of %s', (_, list) => expect(phonesWith(list)).toEqual([OWN]))
})

describe('a number of the business is reported near words about others', () => {
  test.each([
    'We are across from the police station: 303-440-0177',
    'Members of the Boulder Chamber of Commerce | 303-440-0177',
    'Trouble with your insurance company? Call 303-440-0177',
    'Serving Boulder County. Call us at 303-440-0177',
    'Flatirons customer service: 303-440-0177',
    'Sales &amp; Customer Service: 303-440-0177',
    'Boulder County office: 303-440-0177',
    'We work with your insurance company, so call us: 303-440-0177',
    'Do not talk to their insurance company - call 303-440-0177',
    'Denver customer service: 303-440-0177',
    'Internet Customer Support: 303-440-0177',
    'Auto Claims: 303-440-0177',
    'Tax Department: 303-440-0177',
    'Your local lender: 303-440-0177',
    'Our 24-hour police and fire alarm line is monitored by us: 303-440-0177',
    '24-hour crisis line: 303-440-0177',
    'We ship by UPS - FedEx - DHL: 303-440-0177',
    'Medicare: 303-440-0177',
    'Department of Radiology: 303-440-0177',
    'Board of Trustees office: 303-440-0177',
    'In network: Delta Dental, Cigna<br>Phone: 303-440-0177',
    'Colorado Roofing Association<br>Phone: 303-440-0177',
    'Erie Chamber of Commerce<br>12 Main Street<br>Phone: 303-440-0177',
    'Jim Sheriff<br>Broker<br>303-440-0177',
    'Better Business Bureau<br><a href="tel:3034400177">Call now</a>',
  ])('"%s"', text => expect(phonesWith(`<p>${text}</p>`).toSorted()).toEqual(['13034400177', OWN]))

  test('behind a list of sponsors, in the foot', () => {
    const sponsors = '<h2>Our sponsors</h2><p>Acme Heating<br>303-440-0199</p>'
    expect(phonesOf(['Flatirons'], `${sponsors}<footer>12 Main St<br>303-440-0188</footer>`)).toEqual([OWN])
    expect(phonesOf(['Flatirons'], `${sponsors}<h2>Find us</h2>12 Main St<br>303-440-0188`)).toEqual([OWN])
    expect(phonesOf(['Flatirons'], `${sponsors}<p>© Flatirons<br>303-440-0188</p>`)).toEqual([OWN])
  })
  test('below the entries of a menu', () =>
    expect(phonesOf(['Flatirons'], '<ul><li><a href="/ads">Classifieds</a></ul><p>Phone: 303-440-0188</p>')).toEqual([
      OWN,
    ]))
  test('if it is the only one, below such a heading', () =>
    expect(phonesOf(['Flatirons'], '<h2>Local resources</h2><p>Phone: 303-440-0188</p>')).toEqual([OWN]))
  test.each([
    ['important numbers', '<h2>Important numbers</h2><p>Attendance: 303-440-0177</p>'],
    ['useful numbers', '<h2>Useful numbers</h2><p>Front desk: 303-440-0177</p>'],
    ['hotels', '<h2>Where to stay</h2><p>Call the front desk: 303-440-0177</p>'],
    ['claims', '<h2>Report a claim</h2><p>Day or night, call us at 303-440-0177</p>'],
    ['a sentence', '<p>We recommend calling ahead:</p><p>Store: 303-440-0177</p>'],
    ['directions', '<p>To take a tour, go to:</p><p>Erie Farm<br>Phone: 303-440-0177</p>'],
    ['clinics', '<p>To schedule, contact the following clinic locations:</p><p>Erie<br>Phone: 303-440-0177</p>'],
    [
      'an own line',
      '<p>When we are closed, go to the back door or call the following number:</p><p>Phone: 303-440-0177</p>',
    ],
    ['another', '<p>Please contact the company:</p><p>303-440-0177</p>'],
  ])('in its own list: %s', (_, list) => expect(phonesWith(list)).toEqual([OWN, '13034400177']))
  test.each([
    'Fire Department non-emergency line 303-440-0188',
    'Builders Association<br>12 Main Street<br>303-440-0188',
    'Found an animal? Call the wildlife center at 303-440-0188',
    'Contact your property manager at 303-440-0188',
    'Your insurance company: 303-440-0188',
  ])('if it is the only one: "%s"', text => expect(phonesOf(['Flatirons'], `<p>${text}</p>`)).toEqual([OWN]))
  test('in a list, if there is no other', () =>
    expect(
      phonesOf(['Flatirons'], '<h2>Insurance carriers</h2><p>Boulder: 303-440-0188</p><p>Erie: 303-440-0177</p>'),
    ).toEqual([OWN, '13034400177']))
  test.each([
    ['City of Lafayette', 'City Hall: 303-440-0188', 'City Clerk: 303-440-0177'],
    ['Erie Police Department', 'Records: 303-440-0188', 'Police non-emergency line: 303-440-0177'],
    ['Rocky Mountain Poison Services', 'Office: 303-440-0188', 'Poison Center: 303-440-0177'],
  ])('if the business is an organization of that kind: %s', (name, one, other) =>
    expect(phonesOf([name], `<p>${one}</p><p>${other}</p>`).toSorted()).toEqual(['13034400177', OWN]),
  )
  test.each([
    ['Boulder Humane Society', 'Humane Society: 303-440-0188'],
    ['Boulder Dental Association', 'Boulder Dental Association 303-440-0188'],
    ['Louisville Police Foundation', 'Louisville Police: 303-440-0188'],
  ])('if the business has that name: %s', (name, text) => expect(phonesOf([name], `<p>${text}</p>`)).toEqual([OWN]))
})

describe('a number only for text messages is not reported beside one to call', () => {
  test.each([
    'Text us: (303) 440-0199',
    'Text us at 303-440-0199',
    'Text: 303-440-0199',
    'Text us for orders: 303-440-0199',
    'Text for a free quote at 303-440-0199',
    'SMS 303-440-0199',
    'To report an absence text 303-440-0199.',
    'Arrivals can be texted to 303-440-0199.',
    '303-440-0199 (text only)',
    'Appointments: 303-440-0199, texts only',
    '<a href="sms:3034400199">Text us</a>',
    'Text us at <a href="tel:3034400199">303-440-0199</a>',
  ])('"%s"', text => expect(phonesWith(`<p>${text}</p>`)).toEqual([OWN]))

  test.each([
    'Call or text 303-440-0177',
    'Call/text: 303-440-0177',
    'Text or call us at 303-440-0177',
    'Call us or text 303-440-0177',
    'Text us for help or call 303-440-0177',
    'Call or text us for a quote: 303-440-0177',
    'Phone &amp; text: 303-440-0177',
    'Cell (text or call): 303-440-0177',
    'Give us a call or send a text: 303-440-0177',
    'Call or send us a text: 303-440-0177',
    'Direct/Text: 303-440-0177',
    'Office &amp; text line: 303-440-0177',
    'WhatsApp or text: 303-440-0177',
    'Cell: 303-440-0177 (text)',
    'Call Ana at 303-440-0177 or text 303-440-0177',
  ])('but one for calls too is: "%s"', text =>
    expect(phonesWith(`<p>${text}</p>`).toSorted()).toEqual(['13034400177', OWN]),
  )
  test('and so is one that another line calls the number of the shop', () =>
    expect(phonesWith('<p>Text us: 303-440-0177</p><p>Shop: 303-440-0177</p>')).toContain('13034400177'))
  test('and so is the only one of a site', () =>
    expect(phonesOf(['Flatirons'], '<p>Text us at 303-440-0188</p>')).toEqual([OWN]))
})

test('a fax number in French is not reported', () => {
  expect(phonesWith('<p>Téléc. : 303-440-0199</p>')).toEqual([OWN])
  expect(phonesWith('<p>Télécopieur<br>303-440-0199</p>')).toEqual([OWN])
})

describe('a second number is reported behind words that ask to call it', () => {
  test.each([
    'Call the berry line at 303-440-0177 for today’s fields.',
    'Customers can call Beto, our yard manager, at 303-440-0177.',
    'Contact our office manager, Ana Lopez, at 303-440-0177 with questions.',
    '<b>Boatyard and storage</b> 303-440-0177, open on weekdays',
    'Pro shop 303-440-0177, grill next door',
    'Parts &amp; Service 303-440-0177 all year',
    'Sans frais 800-440-0177, partout',
  ])('"%s"', text =>
    expect(phonesOf(['Flatirons Plumbing'], `<p>Phone: 303-440-0188</p><p>${text}</p>`)).toHaveLength(2),
  )
  test.each(['Call the Boulder Food Bank at 303-440-0199 to help', 'Call Hill Realty at 303-440-0199 today'])(
    'but not behind the name of somebody: "%s"',
    text => expect(phonesOf(['Flatirons Plumbing'], `<p>Phone: 303-440-0188</p><p>${text}</p>`)).toEqual([OWN]),
  )
})

test('a link whose letters spell another number than it calls is reported with the number that it calls', () =>
  expect(phonesOf(['Flatirons'], '<p>Call <a href="tel:1-866-447-6683">1-866-44-MOVE-3</a></p>')).toEqual([
    '18664476683',
  ]))
