/** Rows as described in categories.ts. Keys and rough shares follow Overture's places of 2025 and 2026. */
export const foodCategories = `
restaurant | 46 | everywhere | eatery | Kitchen, Grill, Table, Eatery, Restaurant | american_restaurant
american_restaurant | 30 | everywhere | eatery | Grill, Kitchen, Tavern, Chophouse | restaurant, bar_and_grill_restaurant
pizza_restaurant | 34 | everywhere | pizza | Pizza, Pizzeria, Pizza & Subs, Brick Oven Pizza | italian_restaurant, restaurant
mexican_restaurant | 30 | everywhere | mexican | Cantina, Mexican Grill, Mexican Kitchen, Cocina | restaurant, taco_restaurant
fast_food_restaurant | 22 | everywhere | eatery | Drive-In, Burgers & Shakes, Quick Stop Grill | restaurant, burger_restaurant
diner | 12 | everywhere | eatery | Diner, Family Diner, Cafe & Diner | american_restaurant, breakfast_and_brunch_restaurant
sandwich_shop | 15 | everywhere | eatery | Subs, Sandwich Shop, Deli, Hoagies | fast_food_restaurant, delicatessen
chinese_restaurant | 17 | town | chinese | Garden, Wok, Palace, Kitchen, House | asian_restaurant, restaurant
italian_restaurant | 16 | town | italian | Trattoria, Ristorante, Osteria, Italian Kitchen | restaurant, pizza_restaurant
burger_restaurant | 12 | town | eatery | Burgers, Burger Bar, Burger Co., Smash Burgers | american_restaurant, fast_food_restaurant
breakfast_and_brunch_restaurant | 11 | town | eatery | Breakfast House, Brunch Room, Egg House, Griddle | american_restaurant, cafe
chicken_restaurant | 9 | town | eatery | Fried Chicken, Hot Chicken, Chicken Shack | fast_food_restaurant, restaurant
barbecue_restaurant | 9 | town | eatery | BBQ, Smokehouse, Barbecue, Pit BBQ | american_restaurant, restaurant
seafood_restaurant | 9 | town | eatery | Seafood, Oyster House, Fish Camp, Crab Shack | restaurant
sushi_restaurant | 8 | town | japanese | Sushi, Sushi Bar, Sushi & Grill | japanese_restaurant, restaurant
steakhouse | 7 | town | eatery | Steakhouse, Steaks, Chophouse | american_restaurant, restaurant
thai_restaurant | 7 | town | thai | Thai Kitchen, Thai Cuisine, Thai Bistro | asian_restaurant, restaurant
japanese_restaurant | 7 | city | japanese | Ramen, Hibachi, Izakaya, Japanese Kitchen | sushi_restaurant, asian_restaurant
indian_restaurant | 6 | city | indian | Indian Cuisine, Tandoor, Curry House, Kitchen | restaurant, vegetarian_restaurant
vietnamese_restaurant | 6 | city | vietnamese | Phở, Phở & Grill, Bánh Mì, Vietnamese Kitchen | asian_restaurant, restaurant
mediterranean_restaurant | 6 | city | mediterranean | Mediterranean Grill, Mezze, Kitchen | restaurant, greek_restaurant
asian_restaurant | 5 | city | chinese | Asian Bistro, Noodle House, Asian Kitchen | restaurant
taco_restaurant | 6 | town | mexican | Tacos, Taquería, Street Tacos | mexican_restaurant, fast_food_restaurant
texmex_restaurant | 3 | town | mexican | Tex-Mex, Tex-Mex Grill | mexican_restaurant, restaurant
greek_restaurant | 4 | city | mediterranean | Greek Taverna, Gyros, Greek Kitchen | mediterranean_restaurant, restaurant
korean_restaurant | 3 | city | korean | Korean BBQ, Korean Kitchen, Tofu House | asian_restaurant, restaurant
french_restaurant | 3 | city | french | Bistro, Brasserie, Crêperie | restaurant, european_restaurant
middle_eastern_restaurant | 3 | city | mediterranean | Shawarma, Grill, Falafel House | restaurant, halal_restaurant
vegetarian_restaurant | 3 | city | eatery | Green Kitchen, Garden Cafe, Plant Kitchen | vegan_restaurant, health_food_restaurant
caribbean_restaurant | 2 | city | eatery | Jerk Kitchen, Island Grill, Caribbean Cafe | restaurant
cuban_restaurant | 2 | city | mexican | Café Cubano, Cuban Kitchen | latin_american_restaurant, restaurant
peruvian_restaurant | 2 | city | mexican | Cevichería, Peruvian Kitchen, Pollos a la Brasa | latin_american_restaurant, restaurant
soul_food | 2 | city | eatery | Soul Kitchen, Southern Table | southern_restaurant, restaurant
ethiopian_restaurant | 1 | city | mediterranean | Ethiopian Kitchen, Injera House | african_restaurant, restaurant
brazilian_restaurant | 1 | city | mexican | Churrascaria, Brazilian Grill | latin_american_restaurant, steakhouse
coffee_shop | 30 | everywhere | cafe | Coffee, Coffee House, Coffee Roasters, Espresso | cafe
cafe | 17 | town | cafe | Cafe, Café, Corner Cafe, Bakery Cafe | coffee_shop, restaurant
bakery | 14 | town | cafe | Bakery, Bakehouse, Breads, Bake Shop | desserts, cafe
ice_cream_shop | 9 | town | cafe | Ice Cream, Creamery, Frozen Custard, Scoops | desserts
donuts | 6 | town | cafe | Donuts, Doughnuts, Donut Shop | bakery, coffee_shop
smoothie_juice_bar | 5 | city | cafe | Juice Bar, Smoothies, Juicery | health_food_restaurant
bubble_tea | 3 | city | cafe | Boba, Tea House, Bubble Tea | tea_room, cafe
bagel_shop | 3 | town | cafe | Bagels, Bagel Co., Bagel Shop | delicatessen, breakfast_and_brunch_restaurant
cupcake_shop | 2 | city | cafe | Cupcakes, Cakes, Cake Studio | bakery, desserts
delicatessen | 5 | town | eatery | Deli, Delicatessen, Market & Deli | sandwich_shop
tea_room | 2 | city | cafe | Tea Room, Tea House | cafe
bar | 24 | everywhere | tavern | Bar, Tavern, Saloon, Taproom | restaurant
pub | 9 | town | tavern | Pub, Public House, Alehouse | bar, restaurant
sports_bar | 5 | town | tavern | Sports Bar, Sports Grill | bar, bar_and_grill_restaurant
bar_and_grill_restaurant | 8 | everywhere | tavern | Bar & Grill, Grill & Taproom | bar, american_restaurant
cocktail_bar | 4 | city | tavern | Cocktail Room, Lounge, Social Club | bar, lounge
wine_bar | 3 | city | tavern | Wine Bar, Cellar, Wine Room | bar
brewery | 7 | town | tavern | Brewing Co., Brewery, Beer Works | bar, pub
winery | 5 | town | tavern | Winery, Vineyards, Cellars | wine_bar
distillery | 2 | city | tavern | Distilling Co., Spirits, Distillery | bar
food_truck | 5 | town | eatery | Food Truck, Street Eats, Rolling Kitchen | food_stand, restaurant
caterer | 9 | town | eatery | Catering, Catering Co., Events & Catering | event_planning
butcher_shop | 4 | town | shop | Meats, Butcher Shop, Meat Market | grocery_store
grocery_store | 14 | everywhere | shop | Market, Foods, Grocery, Fresh Market | supermarket
specialty_grocery_store | 4 | city | shop | Fine Foods, Cheese & Provisions, Pantry | grocery_store
health_food_store | 3 | town | shop | Natural Foods, Co-op, Whole Pantry | grocery_store, vitamins_and_supplements
convenience_store | 22 | everywhere | shop | Quick Mart, Corner Store, Mini Mart | gas_station
liquor_store | 11 | everywhere | shop | Liquors, Wine & Spirits, Bottle Shop | beer_bar
farmers_market | 3 | town | civic | Farmers Market, Farm Stand, Growers Market | fruits_and_vegetables
`
