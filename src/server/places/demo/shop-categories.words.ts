/** Rows as described in categories.ts. */
export const shopCategories = `
clothing_store | 14 | town | boutique | Clothing, Apparel, Clothiers, Outfitters | fashion
women's_clothing_store | 6 | city | boutique | Boutique, Dress Shop | clothing_store
boutique | 8 | town | boutique | Boutique, Collective, Mercantile | clothing_store
men's_clothing_store | 3 | city | boutique | Menswear, Haberdashery | clothing_store
shoe_store | 6 | city | boutique | Shoes, Footwear | clothing_store
jewelry_store | 10 | town | boutique | Jewelers, Jewelry, Fine Jewelry | shopping
bridal_shop | 3 | city | boutique | Bridal, Bridal & Formal | clothing_store
furniture_store | 12 | town | shop | Furniture, Home Furnishings, Furniture Gallery | home_goods_store
mattress_store | 4 | town | shop | Mattress, Sleep Shop | furniture_store
home_goods_store | 5 | town | shop | Home Goods, Home & Hearth | shopping
home_decor | 4 | city | boutique | Home Decor, Home & Gift | home_goods_store
hardware_store | 10 | everywhere | shop | Hardware, Hardware & Supply, Home Center | home_improvement_store
building_supply_store | 6 | everywhere | shop | Building Supply, Lumber, Supply Co. | hardware_store
home_improvement_store | 5 | town | shop | Home Improvement, Home Center | hardware_store
flooring_store | 4 | town | shop | Floors, Carpet & Tile, Flooring Center | carpet_store
paint_store | 3 | town | shop | Paint, Paint & Decorating | home_improvement_store
appliance_store | 4 | town | shop | Appliance, TV & Appliance | electronics
lighting_store | 2 | city | shop | Lighting, Lamps & Lighting | home_goods_store
nursery_and_gardening | 9 | everywhere | shop | Nursery, Garden Center, Greenhouse | landscaping
flowers_and_gifts_shop | 14 | everywhere | shop | Flowers & Gifts, Florist & Gifts, Flower Shop | florist, gift_shop
florist | 7 | town | shop | Florist, Floral, Blooms | flowers_and_gifts_shop
gift_shop | 7 | everywhere | shop | Gifts, Gift Shop, Cards & Gifts | shopping
antique_store | 7 | everywhere | shop | Antiques, Antique Mall, Antiques & Collectibles | shopping
thrift_store | 8 | everywhere | shop | Thrift, Thrift Shop, Second Chance Shop | used_vintage_and_consignment
pawn_shop | 4 | town | shop | Pawn, Jewelry & Pawn | gold_buyer
bookstore | 6 | town | shop | Books, Bookshop, Booksellers | shopping
toy_store | 4 | city | shop | Toys, Toy Shop | hobby_shop
hobby_shop | 3 | town | shop | Hobbies, Games & Hobbies | toy_store
comic_books_store | 2 | city | shop | Comics, Comics & Games | bookstore
arts_and_crafts | 6 | town | shop | Crafts, Yarn & Craft, Art Supply | fabric_store
fabric_store | 3 | town | shop | Fabrics, Quilts & Fabric | arts_and_crafts
framing_store | 2 | city | shop | Framing, Frame Shop | art_gallery
art_gallery | 7 | town | studio | Gallery, Fine Art, Art Gallery | arts_and_entertainment
music_school | 4 | city | studio | School of Music, Music Lessons | education
musical_instrument_store | 4 | city | shop | Music, Guitars, Pianos | music_and_dvd_store
sporting_goods | 8 | town | shop | Sporting Goods, Sports, Outfitters | shopping
bicycle_shop | 6 | town | shop | Bikes, Cyclery, Bicycle Shop | bike_repair_maintenance
outdoor_gear | 4 | town | shop | Outdoors, Mountain Gear, Outfitters | sporting_goods
hunting_and_fishing_supplies | 4 | everywhere | shop | Bait & Tackle, Outdoor Supply | sporting_goods
gun_and_ammo | 4 | town | shop | Firearms, Guns & Ammo | sporting_goods
golf_course | 5 | town | lodging | Golf Club, Golf Course, Links | active_life
mobile_phone_store | 9 | town | shop | Wireless, Cellular, Phone Shop | electronics
mobile_phone_repair | 4 | city | shop | Phone Repair, Screen Repair | it_service_and_computer_repair
electronics | 5 | town | shop | Electronics, Audio & Video | shopping
video_game_store | 2 | city | shop | Video Games, Game Exchange | electronics
vitamins_and_supplements | 4 | town | shop | Nutrition, Vitamins | health_food_store
cosmetic_and_beauty_supplies | 5 | town | shop | Beauty Supply, Cosmetics | beauty_and_spa
tobacco_shop | 7 | town | shop | Tobacco, Smoke Shop, Cigars | e_cigarette_store
e_cigarette_store | 4 | town | shop | Vapor, Vape Shop | tobacco_shop
cannabis_dispensary | 5 | city | shop | Dispensary, Cannabis Co. | cannabis_clinic
eyewear_and_optician | 4 | town | shop | Optical, Eyewear | optometrist
department_store | 4 | town | shop | Department Store, Dry Goods | shopping
discount_store | 9 | everywhere | shop | Discount, Dollar Store, Bargain Barn | shopping
shopping_center | 6 | town | lodging | Plaza, Shopping Center, Commons | shopping
party_supply | 2 | city | shop | Party, Party Supply | gift_shop
candy_store | 3 | town | shop | Candy, Sweets, Chocolates | desserts
kitchen_supply_store | 2 | city | shop | Kitchen Supply, Cookware | home_goods_store
hot_tubs_and_pools | 3 | city | shop | Hot Tubs, Pools & Spas | pool_and_hot_tub_services
wholesale_store | 4 | city | shop | Wholesale, Distributors | business_to_business
hotel | 26 | everywhere | lodging | Hotel, Inn, Inn & Suites, Lodge | accommodation
motel | 9 | everywhere | lodging | Motel, Motor Inn, Motor Lodge | hotel, accommodation
bed_and_breakfast | 5 | everywhere | lodging | Bed & Breakfast, Guest House | inn, accommodation
resort | 5 | city | lodging | Resort, Resort & Spa | hotel, accommodation
holiday_rental_home | 6 | everywhere | lodging | Cottage, Vacation Rental, Retreat | accommodation
campground | 7 | everywhere | lodging | Campground, Camp | rv_park
rv_park | 5 | everywhere | lodging | RV Park, RV Resort | campground
`
