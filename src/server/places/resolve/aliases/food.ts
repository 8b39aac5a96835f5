export const foodAliases = `
Restaurants
  restaurant, eatery, dining, place to eat, food place, dine in, restraunt, resteraunt, restaraunt, resturaunt
  = restaurant *_restaurant casual_eatery! *_joint *_steakhouse brasserie bistro buffet cafeteria cafetaria diner
  = steakhouse gastropub tapas_bar salad_bar food_court canteen pizzeria fast_food sandwich_shop poke supper_club
  = soul_food doner_kebab empanadas acai_bowls pancake_house hong_kong_style_cafe noodle_house bbq
Pizza
  pizza, pizzeria, pizza place, pizza parlor, pizza delivery, pizza joint
  = pizza_restaurant pizzeria pizza_place pizza_delivery_service
Sushi
  sushi, sushi bar, sushi place
  = sushi_restaurant sushi_bar
Barbecue
  bbq, barbecue, barbeque, bar b q, smokehouse, bbq joint, ribs
  = barbecue_restaurant bbq_joint smokehouse
Steakhouses
  steakhouse, steak, steak house, chophouse
  = steakhouse *_steakhouse
Chicken & Wings
  chicken, wings, chicken wings, fried chicken, wing place
  = chicken_restaurant chicken_wings_restaurant rotisserie_chicken_restaurant
Korean Restaurants
  korean, korean food, korean bbq, korean barbecue
  = korean_restaurant
Burgers
  burger, hamburger, burger joint, burger place
  = burger_restaurant burger_joint
Fast Food
  fast food, drive thru, quick service restaurant, fast casual
  = fast_food_restaurant fast_food
Breakfast & Brunch
  breakfast, brunch, breakfast place, brunch spot, pancake, pancakes and waffles
  = breakfast_and_brunch_restaurant pancake_house waffle_restaurant diner
Vegan & Vegetarian
  vegan, vegetarian, plant based, vegan and vegetarian
  = vegan_restaurant vegetarian_restaurant live_and_raw_food_restaurant
Seafood
  seafood, fish restaurant, oyster bar, crab house
  = seafood_restaurant fish_restaurant fish_and_chips_restaurant
Ramen & Noodles
  ramen, noodle, noodles, noodle house
  = ramen_restaurant noodles_restaurant
Tacos
  taco, taqueria, taco stand, taco shop
  = taco_restaurant taqueria
Mexican Restaurants
  mexican, mexican food, tex mex, cantina, burrito
  = mexican_restaurant texmex_restaurant taco_restaurant
Sandwiches
  sandwich, sandwich shop, sub shop, hoagie, deli, delicatessen
  = sandwich_shop delicatessen cheesesteak_restaurant
Coffee Shops
  coffee, coffee shop, coffee house, cafe, espresso bar, coffee bar, coffeeshop, java
  = coffee_shop cafe! coffee_roastery internet_cafe
Tea Rooms
  tea house, tea room, tea shop
  = tea_room
Bubble Tea
  bubble tea, boba, boba tea, milk tea
  = bubble_tea bubble_tea_shop
Juice & Smoothies
  juice bar, smoothie, smoothies, juice, juicery
  = smoothie_juice_bar acai_bowls
Bakeries
  bakery, baker, bread, pastry shop, patisserie, cake shop, cakes, cupcake, custom cake, wedding cake
  = bakery patisserie_cake_shop! cupcake_shop custom_cakes_shop bagel_shop back_shop pastry_shop pie_shop
Donuts
  donut, doughnut, donut shop
  = donuts donut_shop
Ice Cream
  ice cream, ice cream shop, gelato, frozen yogurt, froyo, creamery, ice cream parlor
  = ice_cream_shop ice_cream_and_frozen_yoghurt! gelato frozen_yoghurt_shop gelato_shop frozen_yogurt_shop
Desserts
  dessert, desserts, sweets
  = desserts dessert_shop cupcake_shop ice_cream_and_frozen_yoghurt! ice_cream_shop donuts
Candy & Chocolate
  candy, candy store, chocolate, chocolatier, confectionery, sweet shop
  = candy_store chocolatier
Bars
  bar, bars and pubs, tavern, taproom, tap room, saloon, watering hole, drinking establishment
  = bar! pub beer_bar beer_garden cocktail_bar wine_bar sports_bar dive_bar irish_pub gay_bar piano_bar lounge
  = whiskey_bar tiki_bar champagne_bar speakeasy hotel_bar gastropub alcoholic_beverage_venue! taphouse biergarten
Pubs
  pub, irish pub, alehouse, public house
  = pub irish_pub gastropub
Nightclubs
  nightclub, night club, dance club, disco, nightlife
  = dance_club nightclub night_club salsa_club nightlife_venue!
Breweries
  brewery, brewpub, microbrewery, craft beer, brew pub, craft brewery
  = brewery brewpub microbrewery
Wineries
  winery, vineyard, wine tasting, tasting room
  = winery wine_tasting_room wine_tours vineyard
Distilleries
  distillery, distiller
  = distillery
Hookah & Cigar Lounges
  hookah lounge, hookah bar, cigar lounge, cigar bar
  = hookah_bar cigar_bar
Food Trucks
  food truck, mobile food, food cart, food stand, food vendor, street food
  = food_truck food_stand street_vendor food_truck_stand
Caterers
  caterer, catering, catering company, event catering, food catering
  = caterer catering personal_chef
Personal Chefs
  personal chef, private chef
  = personal_chef
Grocery Stores
  grocery, grocery store, groceries, supermarket, food market, grocer, food store, super market
  = grocery_store *_grocery_store supermarket superstore ethical_grocery organic_grocery greengrocer
Convenience Stores
  convenience store, corner store, bodega, mini mart, minimart, quick mart
  = convenience_store bodega
Liquor Stores
  liquor store, liquor, wine shop, wine store, beer store, package store, bottle shop, beer wine and spirits
  = liquor_store beer_wine_and_spirits wine_wholesaler wine_shop
Butchers
  butcher, butcher shop, meat market, meat shop
  = butcher_shop meat_shop butcher
Fish Markets
  fish market, fishmonger, seafood market
  = seafood_market fishmonger
Farmers Markets
  farmers market, farm stand, produce stand, produce market, csa
  = farmers_market fruits_and_vegetables csa_farm pick_your_own_farm
Health Food Stores
  health food, health food store, organic food, natural food
  = health_food_store health_market organic_grocery_store
Specialty Food
  gourmet food, specialty food, cheese shop, olive oil, imported food
  = specialty_foods! specialty_foods_store! cheese_shop olive_oil imported_food delicatessen
Food Distributors
  food distributor, food wholesale, food wholesaler, food supplier, restaurant supplier
  = food_beverage_service_distribution wholesale_grocer meat_wholesaler produce_wholesaler beverage_supplier
  = seafood_wholesaler restaurant_wholesale b2b_food_products fmcg_wholesaler
Restaurant Equipment
  restaurant supply, restaurant equipment, kitchen equipment supplier
  = restaurant_equipment_and_supply
`
