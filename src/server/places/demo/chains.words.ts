/** Invented chain | its category | its domain under .example | the one number of all its places, where it has one. */
export const chainRows = `
Pepperjack's Pizza | pizza_restaurant | pepperjacks |
Stonehearth Pie Co. | pizza_restaurant | stonehearthpie |
Burrito Borough | mexican_restaurant | burritoborough |
Tumbleweed Burgers | fast_food_restaurant | tumbleweedburgers |
Chick-a-Dee's | fast_food_restaurant | chickadees |
Griddle & Gravy | diner | griddleandgravy |
Hoagie Harbor | sandwich_shop | hoagieharbor |
Panda Pagoda Express | chinese_restaurant | pandapagodaexpress |
Copper Kettle Coffee | coffee_shop | copperkettlecoffee |
Larkspur Coffee Roasters | coffee_shop | larkspurcoffee |
Sunny Roost Chicken | chicken_restaurant | sunnyroost |
Orchard Basket Market | grocery_store | orchardbasket |
Zip-N-Go | convenience_store | zipngo |
Roadrunner Fuel Stop | gas_station | roadrunnerfuel |
Tidewater Car Wash | car_wash | tidewaterwash |
Greenflag Tire & Auto | tire_dealer_and_repair | greenflagtire |
Gasket & Gear | auto_parts_and_supply_store | gasketandgear |
Ten-Minute Lube | oil_change_station | tenminutelube |
Clearview Dental Partners | dentist | clearviewdentalpartners |
MeadowCare Urgent Care | urgent_care_clinic | meadowcare |
Prairie Rose Pharmacy | pharmacy | prairierosepharmacy |
Happy Hound Pet Supply | pet_store | happyhoundpets |
SnipCity Haircuts | hair_salon | snipcity |
Polished & Co. | nail_salon | polishedandco |
Ironworks 24/7 Fitness | gym | ironworks247 |
Blue Anchor Credit Union | bank_credit_union | blueanchorcu |
First Meridian Bank | banks | firstmeridianbank |
Cardinal Tax Express | tax_services | cardinaltax |
Hearth & Key Realty | real_estate_agent | hearthandkey |
Brightgate Insurance | insurance_agency | brightgateinsurance |
Homeward Cash Offer | real_estate_investment | homewardcashoffer | 512-555-0147
QuickNest Storage | self_storage_facility | quicknest | 800-555-0199
Roll-Away Dumpsters | dumpster_rentals | rollawaydumpsters | 614-555-0162
Mr. Mallard Plumbing | plumbing | mrmallard |
Polar Bear Heating & Air | hvac_services | polarbearair |
Ladybug Pest Defense | pest_control_service | ladybugpest |
Maple & Mop | home_cleaning | mapleandmop |
Lumberjack Home Center | hardware_store | lumberjackhome |
Penny Post Discount | discount_store | pennypost |
Signal Tree Wireless | mobile_phone_store | signaltree |
Slumber Lane Inn | hotel | slumberlane |
Weary Traveler Lodge | motel | wearytraveler |
Little Acorns Learning Center | day_care_preschool | littleacorns |
Pack Mule Shipping | shipping_center | packmule |
Bluebonnet Staffing | employment_agencies | bluebonnetstaffing |
`
