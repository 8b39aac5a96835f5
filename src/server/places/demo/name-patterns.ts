/**
 * How businesses of one style are named. A pattern that stands twice is twice as common. Slots: {noun} of the category,
 * {first} {last} {other} of people, {place} the town, {region}, {street}, {letters} initials, and the words of slotWords.
 */
export const namePatterns = {
  trade:
    split(`{last} {noun} | {last} {noun} | {last} {noun} | {last} & Sons {noun} | {last} Brothers {noun} | {place} {noun} |
    {place} {noun} | {adj} {noun} | {adj} {noun} | {region} {noun} | {first}'s {noun} | {letters} {noun} | {tree} {nature} {noun} |
    {last} & {other} {noun} | {last} Family {noun} | {colour} {animal} {noun} | {first} {last} {noun} | {compass} {place} {noun}`),
  auto: split(`{last} {noun} | {last}'s {noun} | {first}'s {noun} | {first}'s {noun} | {place} {noun} | {adj} {noun} | {adj} {noun} |
    {street} Street {noun} | {last} Brothers {noun} | {region} {noun} | {letters} {noun} | {compass} {place} {noun}`),
  eatery:
    split(`{first}'s {noun} | {first}'s {noun} | {last}'s {noun} | The {colour} {animal} | The {colour} {thing} {noun} |
    {place} {noun} | {street} Street {noun} | {tree} & {thing} | The {thing} & {animal} | {tree} {nature} {noun} |
    {region} {noun} | The {place} {noun} | {colour} {thing} {noun} | {thing} & {tree} {noun} | {compass} {noun}`),
  pizza:
    split(`{first}'s {noun} | {last}'s {noun} | {italian} {noun} | {place} {noun} | {street} Street {noun} | {italian} {noun} |
    {first} & {last}'s {noun} | {colour} {thing} {noun} | {region} {noun} | Big {first}'s {noun}`),
  mexican: split(`El {spanish} {noun} | La {spanish} {noun} | {abuelita}'s {noun} | Casa {spanish} | Los {last} {noun} |
    {spanish} {noun} | {place} {noun} | Mi {spanish} {noun} | {spanish} y Limón`),
  italian: split(
    `{italian} | {italian} {noun} | {italian} {noun} | {first}'s {noun} | {last}'s {noun} | {noun} {italian}`,
  ),
  chinese: split(
    '{chinese} {noun} | {chinese} {noun} | {chinese} {noun} | {place} {chinese} {noun} | {chinese} Express',
  ),
  japanese: split('{japanese} {noun} | {japanese} {noun} | {japanese} | {place} {noun} | Little {japanese} {noun}'),
  thai: split('{thai} {noun} | {thai} {noun} | {thai} | {place} {noun}'),
  indian: split('{indian} {noun} | {indian} {noun} | {indian} of {place} | {indian} Garden'),
  vietnamese: split('{noun} {vietnamese} | {vietnamese} {noun} | {noun} {number} | {vietnamese} {noun}'),
  korean: split('{korean} {noun} | {korean} {noun} | {korean} | {place} {noun}'),
  french: split('{french} {noun} | {french} {noun} | {noun} {last} | {french}'),
  mediterranean: split(
    '{mediterranean} {noun} | {mediterranean} {noun} | {place} {noun} | {first}’s {noun} | {mediterranean}',
  ),
  cafe: split(`{colour} {thing} {noun} | {first}'s {noun} | {place} {noun} | {animal} & {thing} {noun} | The {colour} {animal} {noun} |
    {tree} Street {noun} | {tree} {nature} {noun} | {street} Street {noun} | {head}{tail} {noun} | {last}'s {noun} | {pretty} {noun}`),
  tavern:
    split(`The {colour} {animal} {noun} | {first}'s {noun} | {last}'s {noun} | {thing} & {animal} {noun} | {place} {noun} |
    {street} Street {noun} | {tree} {nature} {noun} | {colour} {thing} {noun} | {animal} {nature} {noun} | The {thing} {noun}`),
  law: split(`Law Office of {first} {last} | Law Offices of {first} {last} | {last} {noun} | {last} & {other} | {last} {noun} |
    {last} & {other} {noun} | {last}, {other} & Associates | The {last} Law Firm | {place} {noun} | {first} {last}, Attorney at Law`),
  cpa: split(`{last} {noun} | {last} & Associates | {last} & {other} {noun} | {place} {noun} | {adj} {noun} | {first} {last} {noun} |
    {tree} {nature} {noun}`),
  physician: split(`Dr. {first} {last} | {first} {last}, MD | {last} {noun} | {place} {noun} | {tree} {nature} {noun} |
    {last} & {other} {noun} | {compass} {place} {noun}`),
  clinic:
    split(`{place} {noun} | {place} {noun} | {tree} {nature} {noun} | {compass} {place} {noun} | {last} {noun} | {region} {noun} |
    {adj} {noun} | {animal} {nature} {noun} | {last} Family {noun} | {head}{tail} {noun}`),
  dental:
    split(`{last} {noun} | {place} {noun} | {tree} {nature} {noun} | {first} {last}, DDS | Dr. {first} {last}, DMD | {last} & {other} {noun} |
    {compass} {place} {noun} | {animal} {nature} {noun} | {region} {noun}`),
  wellness:
    split(`{head}{tail} {noun} | {tree} {nature} {noun} | {pretty} {noun} | {place} {noun} | {first} {last} {noun} | Still {nature} {noun} |
    {animal} {nature} {noun} | {last} {noun}`),
  vet: split(`{place} {noun} | {animal} {nature} {noun} | {tree} {nature} {noun} | {last} {noun} | Happy Tails {noun} | {first}'s {noun} |
    Four Paws {noun} | {compass} {place} {noun} | {colour} Collar {noun}`),
  salon:
    split(`{pretty} {noun} | {pretty} {noun} | {first}'s {noun} | Studio {number} {noun} | {pretty} & Co. {noun} | {noun} by {first} |
    The {pretty} Room | {place} {noun} | {first} & {pretty} {noun} | {street} Street {noun} | {last} {noun}`),
  barber:
    split(`{first}'s {noun} | {last}'s {noun} | {colour} {thing} {noun} | {place} {noun} | {street} Street {noun} | {animal} & {thing} {noun} |
    Classic {noun} | {last} & {other} {noun}`),
  spa: split(
    '{pretty} {noun} | {pretty} {noun} | {place} {noun} | {tree} {noun} | {first} {last} {noun} | {tree} {nature} {noun} | {noun} by {first}',
  ),
  fitness:
    split(`{place} {noun} | {head}{tail} {noun} | Iron {animal} {noun} | {last} {noun} | {colour} {thing} {noun} | {region} {noun} |
    {adj} {noun} | {compass} {noun}`),
  shop: split(`{last}'s {noun} | {first}'s {noun} | {place} {noun} | {street} Street {noun} | {colour} {thing} {noun} | {tree} {nature} {noun} |
    {adj} {noun} | {region} {noun} | {last} {noun} | {compass} {noun} | The {colour} {animal} {noun}`),
  boutique:
    split(`{pretty} {noun} | {first} & {pretty} | {last} {noun} | {colour} {thing} {noun} | {tree} & {thing} {noun} | {street} Street {noun} |
    {pretty} & {tree} {noun} | {place} {noun} | {first}'s {noun}`),
  agency:
    split(`{head}{tail} {noun} | {head}{tail} {noun} | {colour} {animal} {noun} | {colour} {thing} {noun} | {place} {noun} | {last} {noun} |
    {animal} & {thing} {noun} | {tree} {noun} | {region} {noun} | {last} + {other} {noun} | {compass} {noun}`),
  tech: split(
    '{head}{tail} {noun} | {head}{tail} {noun} | {head}{tail} {noun} | {place} {noun} | {letters} {noun} | {region} {noun} | {last} {noun}',
  ),
  studio:
    split(`{first} {last} {noun} | {head}{tail} {noun} | {colour} {animal} {noun} | {tree} & {thing} {noun} | {place} {noun} | {last} {noun} |
    {pretty} {noun} | {first} & {other} {noun} | {street} Street {noun}`),
  firm: split(`{last} {noun} | {place} {noun} | {last} & {other} {noun} | {region} {noun} | {head}{tail} {noun} | {letters} {noun} | {adj} {noun} |
    {tree} {nature} {noun} | {last} Group`),
  finance:
    split(`{place} {noun} | {region} {noun} | {tree} {nature} {noun} | {last} {noun} | First {place} {noun} | {adj} {noun} |
    {head}{tail} {noun} | {last} & {other} {noun}`),
  insurance:
    split(`{last} {noun} | {first} {last} {noun} | {place} {noun} | {last} & {other} {noun} | {region} {noun} | {tree} {nature} {noun} |
    {adj} {noun} | {last} Family {noun}`),
  realtor:
    split(`{last} {noun} | {first} {last}, Realtor | {first} {last}, Realtor | {place} {noun} | {last} & {other} {noun} | {region} {noun} |
    {tree} {nature} {noun} | The {last} Team | {head}{tail} {noun} | {compass} {place} {noun}`),
  homebuyer:
    split(`We Buy {place} Homes | {last} {noun} | Cash for {place} Houses | {adj} {noun} | {region} {noun} | Sell Fast {place} |
    {place} {noun} | {head}{tail} {noun} | {first} Buys Houses | Fair Offer {noun} {place}`),
  lodging:
    split(`{place} {noun} | {tree} {nature} {noun} | The {last} {noun} | {animal} {nature} {noun} | {region} {noun} | {compass} {place} {noun} |
    {colour} {animal} {noun} | {tree} {noun} | {nature}side {noun}`),
  church:
    split(`{virtue} {noun} | {virtue} {noun} | First {noun} | {place} {noun} | {tree} {nature} {noun} | {compass} {place} {noun} |
    {street} Street {noun} | {virtue} {noun} of {place}`),
  parish: split('St. {saint} {noun} | St. {saint} {noun} | Our Lady of {virtue} {noun} | Holy {virtue} {noun}'),
  school: split(
    '{place} {noun} | {honoree} {noun} | {tree} {nature} {noun} | {compass} {place} {noun} | {animal} {nature} {noun} | {last} {noun}',
  ),
  civic: split(
    '{place} {noun} | {place} {noun} | {compass} {place} {noun} | {region} {noun} | {tree} {nature} {noun} | {honoree} {noun}',
  ),
  funeral: split(
    '{last} {noun} | {last} & {other} {noun} | {last} & Sons {noun} | {place} {noun} | {tree} {nature} {noun}',
  ),
  farm: split(
    '{last} {noun} | {last} Family {noun} | {tree} {nature} {noun} | {colour} {animal} {noun} | {place} {noun} | {first}’s {noun}',
  ),
} satisfies Record<string, string[]>

export type NameStyle = keyof typeof namePatterns
export const isNameStyle = (style: string): style is NameStyle => Object.hasOwn(namePatterns, style)

function split(patterns: string): string[] {
  return patterns.split('|').map(pattern => pattern.trim())
}
