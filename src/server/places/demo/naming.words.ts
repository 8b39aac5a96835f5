const list = (words: string): string[] => words.trim().split(/\s*,\s*/)

/** Words that fill the slots of name patterns, by slot. */
export const slotWords = {
  adj: list(`Reliable, Precision, Premier, All Seasons, Superior, Quality, Honest, A-1, Budget, Classic, Complete, Dependable,
    Elite, Express, First Choice, Four Star, Gold Star, Heritage, Hometown, Ideal, Independent, Integrity, Liberty, Master,
    Metro, Modern, Neighborly, On Time, Patriot, Pinnacle, Pioneer, Platinum, Prime, Pro, Professional, Rapid, Ready,
    Regional, Royal, Same Day, Select, Signature, Summit, Swift, Total, Tri-County, Trusted, United, Universal, Veteran`),
  tree: list(`Aspen, Birch, Cedar, Cottonwood, Cypress, Dogwood, Elm, Hawthorn, Hickory, Juniper, Laurel, Linden, Magnolia,
    Maple, Mulberry, Oak, Pecan, Pine, Poplar, Red Oak, Sage, Spruce, Sycamore, Walnut, White Oak, Willow`),
  nature:
    list(`Creek, Ridge, Valley, Grove, Hill, Meadow, River, Lake, Bluff, Canyon, Hollow, Prairie, Harbor, Point, Springs,
    Park, Crossing, Brook, Mesa, Bend, Glen, Fork, Landing, Run`),
  animal: list(`Badger, Bear, Bison, Cardinal, Coyote, Crane, Crow, Deer, Eagle, Elk, Falcon, Fox, Goose, Grouse, Hare,
    Hawk, Heron, Hound, Lark, Magpie, Moose, Mule, Otter, Owl, Pelican, Pony, Rabbit, Raven, Rooster, Sparrow, Stag, Swan,
    Trout, Turtle, Wolf, Wren`),
  colour: list(
    `Amber, Black, Blue, Brass, Copper, Crimson, Golden, Gray, Green, Iron, Ivory, Red, Rusty, Silver, White`,
  ),
  thing:
    list(`Anchor, Anvil, Apron, Barrel, Bell, Bicycle, Boot, Button, Compass, Cork, Crown, Fiddle, Fork, Hammer, Kettle,
    Key, Lantern, Ladle, Lamp, Mill, Needle, Oar, Pearl, Plow, Plum, Quill, Rose, Saddle, Skillet, Spoon, Star, Table,
    Thimble, Thistle, Trellis, Wagon, Wheel, Whistle`),
  head: list(`Bright, North, South, Blue, Clear, High, Stone, Iron, Silver, True, Fair, Red, Green, Wild, Deep, Sun, Moon,
    River, Ember, Signal, Lumen, Bold, Good, Open, Keen, Spark, Slate, Copper, Harbor, Light`),
  tail: list(`path, fork, wave, line, field, peak, gate, point, craft, stone, leaf, wood, ridge, bridge, mark, works, loop,
    shift, haven, light, spring, forge, crest, root, song, port`),
  pretty:
    list(`Bella, Luxe, Velvet, Blush, Indigo, Ivy, Opal, Pearl, Petal, Bloom, Halo, Honey, Lavender, Lotus, Luna, Muse,
    Orchid, Posh, Radiance, Rouge, Serenity, Silk, Tranquil, Twilight, Urban, Vogue, Willow, Wildflower, Glow, Amber, Belle`),
  saint: list(`Agnes, Andrew, Ann, Anthony, Augustine, Bernard, Brendan, Catherine, Cecilia, Clare, Dominic, Elizabeth,
    Francis, Gabriel, James, Joan, John, Joseph, Jude, Luke, Mark, Martin, Mary, Matthew, Michael, Monica, Patrick, Paul,
    Peter, Rita, Rose, Stephen, Teresa, Thomas, Vincent`),
  virtue: list(`Grace, Hope, Faith, Calvary, Trinity, Bethel, Cornerstone, Harvest, New Life, Living Water, Mount Zion,
    Redeemer, Emmanuel, Shiloh, Victory, Good Shepherd, Lighthouse, Covenant, Crossroads, New Beginnings, Ebenezer`),
  honoree:
    list(`Washington, Lincoln, Jefferson, Roosevelt, Franklin, Madison, Monroe, Jackson, Adams, Cleveland, Garfield,
    Douglass, Tubman, Whitman, Emerson, Sacagawea, Carver, Earhart, Edison, Longfellow`),
  compass: list('North, South, East, West, Central, Northside, Southside, Eastside, Westside, Downtown, Uptown'),
  spanish: list(`Agave, Azteca, Sol, Luna, Rancho, Patrón, Charro, Tapatío, Jalisco, Michoacán, Mariachi, Nopal, Cactus,
    Paloma, Rosa, Abuela, Fiesta, Puerto, Vaquero, Maguey, Cilantro, Molcajete, Tesoro, Gallo, Camarón`),
  abuelita: list(
    'Lupita, Rosita, Conchita, Chayo, Lola, Paco, Chuy, Beto, Tía Carmen, Don Ramón, Doña Inés, Señor Pepe',
  ),
  italian:
    list(`Bella Napoli, Positano, Amalfi, Sorrento, Vesuvio, Portofino, Trevi, Capri, Siena, Firenze, Il Forno, Giardino,
    Piccola Roma, Nonna, Toscana, Bellini, La Lanterna, Palermo, Verona, Via Roma, Il Pomodoro, Sapori, Del Mare`),
  chinese:
    list(`Golden Dragon, Jade, Great Wall, Lucky Panda, Red Lantern, Bamboo, Imperial, Ming, Peking, Hunan, Szechuan,
    Mandarin, New China, Double Happiness, Lotus, Phoenix, Jasmine, Fortune, Silver Moon, Canton, Ginger`),
  japanese:
    list(`Sakura, Fuji, Koi, Hana, Umi, Kabuki, Samurai, Mizu, Kyoto, Osaka, Tokyo, Sumo, Akira, Wasabi, Zen, Ichiban,
    Yuki, Nami, Hoshi, Tsunami, Kumo, Maru`),
  thai: list(`Bangkok, Siam, Thai Orchid, Lemongrass, Chiang Mai, Basil, Royal Siam, Tuk Tuk, Golden Elephant, Lotus, Ruby,
    Mango Tree, Phuket, Lanna, Galangal, Spicy Basil`),
  indian: list(`Taj, Saffron, Bombay, Himalaya, Spice Route, Tamarind, Mogul, Curry Leaf, Raj, Punjab, Cardamom, Masala,
    Turmeric, Maharaja, Ganges, Peacock, Lotus, Kohinoor, Chutney, Mirch`),
  vietnamese: list(
    'Saigon, Hà Nội, Huế, Lotus, Mekong, Lê, Viet, Little Saigon, Đà Lạt, Bamboo, Hương, Kim, Anh, Sông, Mai',
  ),
  korean: list('Seoul, Arirang, Hanok, Kimchi, Busan, Han River, Jeju, Mugunghwa, Gogi, Bibim, Namsan, Insadong'),
  french: list(
    'Le Petit, Chez Claire, La Belle, Le Coin, Chez Lucien, Café Renée, La Maison, L’Étoile, Le Jardin, Bon Appétit',
  ),
  mediterranean:
    list(`Olive, Cedars, Athena, Santorini, Aladdin, Byblos, Sultan, Mykonos, Petra, Zaytoon, Beirut, Aegean,
    Pita, Phoenician, Levant, Sahara, Marrakesh, Acropolis, Delphi, Zaatar`),
} satisfies Record<string, string[]>

/** What people call the parts of the country, by state. */
export const regionWords: Readonly<Record<string, string[]>> = Object.fromEntries(
  `AL:Camellia,Gulf Coast,Yellowhammer;AK:Northern Lights,Last Frontier,Great Land;AZ:Desert,Saguaro,Copper State
AR:Ozark,Natural State,Delta;CA:Golden State,Pacific,Golden Gate;CO:Front Range,Rocky Mountain,Mile High
CT:Nutmeg,Constitution,Long Island Sound;DE:First State,Delmarva,Brandywine;DC:Capital,Potomac,Federal City
FL:Sunshine State,Gulf Coast,Suncoast;GA:Peach State,Piedmont,Dogwood;HI:Aloha,Island,Pacific
ID:Gem State,Snake River,Sawtooth;IL:Prairie State,Great Lakes,Lincoln Land;IN:Hoosier,Crossroads,Wabash
IA:Hawkeye,Heartland,Prairie;KS:Sunflower,Flint Hills,Heartland;KY:Bluegrass,Derby,Cumberland
LA:Bayou,Pelican,Cajun Country;ME:Pine Tree,Down East,Casco;MD:Chesapeake,Old Line,Free State
MA:Bay State,Colonial,Pilgrim;MI:Great Lakes,Wolverine,Mackinac;MN:North Star,Lakes Area,Gopher
MS:Magnolia,Delta,Gulf Coast;MO:Show-Me,Ozark,Gateway;MT:Big Sky,Treasure State,Glacier
NE:Cornhusker,Platte Valley,Sandhills;NV:Silver State,Sierra,High Desert;NH:Granite State,White Mountain,Monadnock
NJ:Garden State,Jersey Shore,Tri-State;NM:Enchantment,High Desert,Zia;NY:Empire,Hudson,Tri-State
NC:Carolina,Tar Heel,Blue Ridge;ND:Dakota,Red River,Badlands;OH:Buckeye,Heartland,Lake Erie
OK:Sooner,Red Dirt,Frontier;OR:Cascade,Evergreen,Willamette;PA:Keystone,Allegheny,Liberty Bell
RI:Ocean State,Narragansett,Harbor;SC:Palmetto,Lowcountry,Carolina;SD:Black Hills,Dakota,Prairie
TN:Volunteer,Smoky Mountain,Cumberland;TX:Lone Star,Texas,Bluebonnet;UT:Beehive,Wasatch,Red Rock
VT:Green Mountain,Champlain,Maple;VA:Old Dominion,Blue Ridge,Tidewater;WA:Puget,Evergreen,Cascade
WV:Mountain State,Appalachian,New River;WI:Badger,Northwoods,Dairyland;WY:Cowboy State,Teton,High Plains`
    .split(/[;\n]/)
    .map(row => [row.slice(0, 2), row.slice(3).split(',')] as const),
)

/** Now and then a business thinks itself funny. By category. */
export const puns: Readonly<Record<string, string[]>> = {
  plumbing: ['Drain Surgeons', 'Royal Flush Plumbing', 'Pipe Dreams Plumbing', 'Faucet First'],
  electrician: ['Current Affairs Electric', 'Watt’s Up Electric', 'Shock Proof Electric'],
  hvac_services: ['Vent Your Feelings Heating & Air', 'Degrees of Comfort'],
  roofing: ['Over Your Head Roofing', 'Raise the Roof'],
  landscaping: ['Lawn & Order', 'Mow Better Blues', 'Sod Off Landscaping'],
  hair_salon: ['Shear Delight', 'Curl Up & Dye', 'Hair We Are', 'A Cut Above the Rest'],
  barber: ['The Mane Event', 'Fade to Black', 'Hair Force One'],
  coffee_shop: ['Brewed Awakening', 'Grounds for Celebration', 'Bean There', 'Déjà Brew'],
  bakery: ['Bready or Not', 'Dough Re Mi', 'Knead to Know'],
  pizza_restaurant: ['Slice of Heaven', 'Pie in the Sky', 'Pizza My Heart’s Desire'],
  fast_food_restaurant: ['Lettuce Eat', 'Bun Intended'],
  dentist: ['Tooth Be Told Dental', 'The Tooth Fairies Family Dental'],
  optometrist: ['Sight for Sore Eyes', 'Eye Spy Optical'],
  pet_groomer: ['Paws & Reflect', 'Wag the Dog Grooming', 'Hairy Situations'],
  florist: ['Floral & Hardy', 'Petal Pushers', 'Bloomin’ Lovely'],
  bookstore: ['Novel Ideas', 'Plot Twist Books', 'Turning Pages'],
  towing_service: ['Tow Hold', 'Hook, Line & Towing'],
  auto_detailing: ['Shine On', 'Wax On Detail'],
  movers: ['A Moving Experience', 'Box Office Movers'],
  thai_restaurant: ['Thai Me Up', 'Thai Breaker'],
  vietnamese_restaurant: ['Phở Sure', 'What the Phở', 'Phở Real'],
  chiropractor: ['Back in Action', 'Backs to the Future'],
  gym: ['Heavy Mettle', 'Weight For It'],
  carpet_cleaning: ['Spot On Carpet Care', 'Magic Carpet Cleaning'],
  marketing_agency: ['Mad Mentions', 'Pixels & Pitches'],
  it_service_and_computer_repair: ['Ctrl Alt Repeat', 'Bits & Bytes Rescue'],
}
