export const streetNames = `
Main Oak Maple Pine Cedar Elm Washington Lake Hill Walnut Spring Park Church Center High Mill River Ridge Lincoln Jackson
Franklin Jefferson Madison Monroe Adams Chestnut Willow Sycamore Birch Poplar Hickory Spruce Dogwood Magnolia Broad Market
Water Front Union Liberty Court State Commerce Industrial Railroad Depot Canal Bridge College School Academy Forest Meadow
Valley Prairie Summit Highland Fairview Pleasant Grove Orchard Sunset Sunrise Morris Grant Sherman Harrison Cherry Locust
Mulberry Vine Pearl Arch Race Dover Salem Auburn Clinton Warren Perry Wayne Marion Howard Logan Douglas Cherokee Delaware
1st 2nd 3rd 4th 5th 6th 7th 8th 9th 12th 15th 20th
`
  .trim()
  .split(/\s+/)

export const streetKinds = ['St', 'St', 'St', 'Ave', 'Ave', 'Rd', 'Blvd', 'Dr', 'Ln', 'Way', 'Pkwy']
export const streetSides = ['N ', 'S ', 'E ', 'W ']
export const unitNames = [
  'Ste 100',
  'Ste 200',
  'Ste 4',
  'Ste B',
  'Unit 3',
  'Ste 210',
  'Fl 2',
  'Unit A',
  'Ste 350',
  '#12',
]
