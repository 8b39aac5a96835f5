import { expect, test } from 'vitest'
import { requestIn } from './request-words.ts'

test.each([
  ['stores that sell vapes', 'vapes store'],
  ['companies that fix foundations', 'foundations repair'],
  ['someone to clean my gutters', 'gutters cleaning'],
  ['who does drywall near me', 'drywall'],
  ['places to store my boat', 'boat storage'],
  ['where can I rent a tent', 'tent rental'],
  ['stores that buy gold', 'gold buyer'],
  ['places to get your car inspected', 'car inspection'],
  ['where can I get blood work done', 'blood work'],
  ['I need my driveway plowed when it snows', 'driveway plowing'],
  ['someone to haul away an old couch', 'haul away couch'],
  ['a place to store my camper over the winter', 'camper storage'],
  ['we need people to clean our offices at night', 'offices cleaning'],
  ['someone who can fix the crack in my windshield', 'windshield crack repair'],
  ['who puts up privacy fences', 'put up privacy fences'],
  ['tiendas de muebles', 'muebles'],
  ['my roof leaks', 'leaking roof'],
  ['Our basement is flooded', 'flooded basement'],
  ['my washer has stopped working', 'washer repair'],
  ['I need a DJ for my wedding', 'dj'],
  ['need to ship a car to Florida', 'ship car'],
  ['i want to rent a truck to move my stuff', 'truck rental'],
  ['where do i get fingerprinted', 'fingerprinting'],
  ['i need my documents notarized', 'notary'],
  ['how do i get this tattoo off', 'tattoo removal'],
  ['who can teach my son to drive', 'driving lessons'],
  ['my son needs speech therapy', 'speech therapy'],
  ['my dog needs a haircut', 'dog haircut'],
  ['I cracked my windshield', 'windshield repair'],
  ['where can I sell my gold necklace', 'sell gold necklace'],
])('"%s" is read as "%s"', (typed, wording) => {
  expect(requestIn(typed)?.wordings).toContain(wording)
})

test.each([
  'businesses that need cleaning',
  'people who need a roof',
  'lawyers who advertise',
  'companies that sell to plumbers',
  'stores that have parking',
  'restaurants that deliver',
  'plumbers',
  'i need more customers',
  'I Can Help You Organize',
  'i want to buy a restaurant',
  'i want to open a bar',
  'someone broke into my car',
  'i need a place',
  'i want it',
])('"%s" is not reworded as a trade', typed => {
  expect(requestIn(typed)?.wordings ?? []).toEqual([])
})

test.each([
  ['I need a bed for my dog', 'dog bed', 'bed'],
  ['where can I buy a bed for my dog', 'dog bed store', 'bed store'],
  ['I need an engine for my boat', 'boat engine', 'engine'],
])('"%s" is read as "%s", but not as "%s"', (typed, wording, other) => {
  expect(requestIn(typed)?.wordings).toContain(wording)
  expect(requestIn(typed)?.wordings).not.toContain(other)
})
