export const shoppingAliases = `
Clothing Stores
  clothing, clothing store, clothes, clothes store, apparel, apparel store, fashion, boutique, fashion store,
  clothing boutique
  = clothing_store fashion! boutique fashion_and_apparel_store! fashion_boutique used_vintage_and_consignment
  = mens_clothing_store womens_clothing_store childrens_clothing_store plus_size_clothing clothes
Men's Clothing
  mens clothing, menswear, suit store, tuxedo rental, tuxedo, mens wear
  = mens_clothing_store formal_wear_store gents_tailor
Women's Clothing
  womens clothing, womens wear, ladies clothing, dress shop
  = womens_clothing_store boutique fashion_boutique
Bridal Shops
  bridal, bridal shop, wedding dress, bridal boutique, wedding dresses
  = bridal_shop
Shoe Stores
  shoe, shoes, shoe store, footwear, sneaker store
  = shoe_store
Shoe Repair
  shoe repair, cobbler, boot repair
  = shoe_repair
Jewelers
  jeweler, jewelry, jewelry store, jeweller, jewellery, jewler, diamond, jewelry repair
  = jewelry_store jewelry_repair_service b2b_jewelers diamond_dealer goldsmith watch_store jewelry_manufacturer
Watches
  watch store, watch repair, watches, clock repair
  = watch_store watch_repair_service clock_repair_service
Florists
  florist, flower shop, flowers, flower delivery, floral, floral shop, flower store, wedding flowers
  = florist floral_designer flowers_and_gifts_shop! flower_markets
Gift Shops
  gift shop, gifts, gift store, souvenir, souvenir shop, gift
  = gift_shop souvenir_shop flowers_and_gifts_shop! cards_and_stationery_store
Pet Stores
  pet store, pet shop, pet supply, pet supplies, pet food
  = pet_store
Pet Groomers
  pet groomer, dog groomer, dog grooming, pet grooming, grooming, cat groomer, dog wash, mobile pet groomer
  = pet_groomer
Veterinarians
  vet, veterinarian, vets, animal hospital, veterinary, vet clinic, animal clinic, veterinary clinic, emergency vet,
  pet hospital, animal doctor, vetinarian, veternarian
  = veterinarian animal_hospital emergency_pet_hospital veterinary_care! holistic_animal_care veterinary
Pet Boarding
  dog boarding, pet boarding, kennel, pet sitting, pet sitter, dog daycare, doggy daycare, dog sitter, cat boarding,
  dog kennel, pet hotel
  = pet_boarding pet_sitting dog_walkers pet_care_service!
Dog Walkers
  dog walker, dog walking
  = dog_walkers pet_sitting
Dog Trainers
  dog trainer, dog training, pet training, puppy training, obedience school
  = pet_training dog_trainer
Animal Shelters
  animal shelter, pet adoption, animal rescue, humane society, dog rescue
  = animal_shelter pet_adoption animal_rescue_service
Pet Services
  pet service, pet care
  = pet_services pet_groomer pet_sitting dog_walkers pet_training
Furniture Stores
  furniture, furniture store, sofa, home furnishings, couch, office furniture
  = furniture_store furniture_accessory_store outdoor_furniture_store baby_gear_and_furniture
Mattress Stores
  mattress, mattress store, bed store, beds
  = mattress_store bedding_and_bath_stores
Upholstery
  upholstery, upholsterer, reupholstery, furniture repair
  = furniture_reupholstery furniture_repair auto_upholstery
Home Decor
  home decor, home goods, decor, housewares, lighting store, rugs
  = home_decor home_goods_store lighting_store rug_store candle_store holiday_decor
Hardware Stores
  hardware, hardware store, home improvement, home improvement store, building supply, lumber yard, building materials,
  lumber, tools, lumberyard
  = hardware_store home_improvement_store building_supply_store lumber_store do_it_yourself_store
  = electrical_supply_store
Paint Stores
  paint store, paint shop
  = paint_store
Garden Centers
  garden center, nursery, plant nursery, greenhouse, plants, garden supply, plant store
  = nursery_and_gardening greenhouses hydroponic_gardening
Appliance Stores
  appliance, appliances, appliance store
  = appliance_store
Electronics Stores
  electronics, electronics store, tv store, audio visual, stereo
  = electronics! electronics_store! audio_visual_equipment_store home_theater_systems_stores computer_store
Computer Stores
  computer store, computer shop, computers
  = computer_store computer_hardware_company computer_wholesaler
Cell Phone Stores
  cell phone, mobile phone, phone store, cell phone store, wireless store, mobile phone store, phones
  = mobile_phone_store mobile_phone_accessories
Phone Repair
  phone repair, cell phone repair, screen repair, iphone repair, mobile phone repair
  = mobile_phone_repair electronics_repair_shop
Bookstores
  bookstore, book store, books, used books, bookshop, comic book, comic books
  = bookstore used_bookstore academic_bookstore comic_books_store books_mags_music_and_video!
Toy & Hobby Stores
  toy, toys, toy store, hobby, hobby shop, games, game store
  = toy_store hobby_shop tabletop_games video_game_store
Craft Stores
  craft store, craft supplies, fabric store, fabric, yarn, yarn store, quilt shop, arts and crafts, art supply
  = craft_shop fabric_store knitting_supply art_supply_store arts_and_crafts! craft_store! embroidery_and_crochet
Framing
  framing, picture framing, frame shop, custom framing
  = framing_store
Sporting Goods
  sporting goods, sports store, sports equipment, outdoor gear, camping store, fitness equipment
  = sporting_goods! outdoor_gear sports_wear fitness_exercise_equipment ski_and_snowboard_shop golf_equipment
  = hunting_and_fishing_supplies
Ski Shops
  ski shop, snowboard shop, ski rental, ski store, ski and snowboard
  = ski_and_snowboard_shop
Bike Shops
  bike shop, bicycle shop, bike store, bicycle store, bike repair, bicycle, bicycle repair
  = bicycle_shop bike_repair_maintenance
Guns & Ammo
  gun shop, gun store, firearms, ammo, guns, gunsmith, firearm dealer
  = gun_and_ammo gunsmith
Music Stores
  music store, guitar store, musical instruments, guitar shop, piano store, instrument repair
  = musical_instrument_store guitar_store piano_store musical_instrument_services
Record Stores
  record store, vinyl records, records
  = vinyl_record_store music_and_dvd_store
Antiques
  antique, antiques, antique store, antique dealer
  = antique_store
Thrift & Consignment
  thrift store, thrift, consignment, consignment shop, second hand, vintage store, resale shop, second hand store,
  goodwill
  = thrift_store used_vintage_and_consignment flea_market
Pawn Shops
  pawn shop, pawn, pawnbroker, pawn broker, gold buyer, we buy gold, cash for gold
  = pawn_shop gold_buyer coin_dealers
Smoke & Vape Shops
  smoke shop, vape shop, vape, tobacco, tobacco shop, tobacconist, head shop, vape store, cigar shop
  = tobacco_shop e_cigarette_store smoke_and_vape_store!
Beauty Supply
  beauty supply, cosmetics, makeup store, perfume, beauty store, beauty product
  = cosmetic_and_beauty_supplies beauty_product_supplier perfume_store
Vitamins & Supplements
  vitamin, vitamins, supplements, supplement store, nutrition store
  = vitamins_and_supplements health_food_store
Department Stores
  department store, big box store, discount store, dollar store, variety store
  = department_store discount_store superstore wholesale_store
Shopping Centers
  mall, shopping mall, shopping center, outlet mall, plaza shopping
  = shopping_center outlet_store shopping_passage
Shops
  shop, store, retail, retail store, retailer, shopping, retail shop
  = retail shopping *_store *_shop
Party Supplies
  party supply, party supplies, party store, balloons
  = party_supply balloon_services costume_store
Office Supplies
  office supply, office supplies, stationery, office equipment, copier
  = office_equipment business_office_supplies_and_stationery cards_and_stationery_store
Adult Stores
  adult store, sex shop, lingerie
  = adult_store lingerie_store
Baby Stores
  baby store, baby gear, kids clothing, childrens clothing, kids store
  = baby_gear_and_furniture childrens_clothing_store maternity_wear toy_store
Wholesalers
  wholesaler, wholesale, distributor, supplier, wholesale distributor
  = wholesaler supplier_or_distributor! *_wholesaler distribution_services wholesale_store importer_and_exporter
Manufacturers
  manufacturer, manufacturing, factory, manufacturing company, industrial, fabrication
  = business_manufacturing_and_supply! manufacturer *_manufacturer *_manufacturers furniture_manufacturers
  = metal_fabricator plastic_fabrication_company industrial_company
Welding
  welder, welding, welding shop, ironwork
  = welders ironworkers metal_fabricator blacksmiths
Metal Fabrication
  metal fabrication, metal fabricator, metal shop, steel fabrication, sheet metal
  = metal_fabricator sheet_metal steel_fabricators
Machine Shops
  machine shop, machinist, cnc machining, cnc
  = machine_shop
Tool & Equipment Rental
  equipment rental, tool rental, rental equipment, machinery rental, construction equipment rental
  = machine_and_tool_rentals rental_service! party_equipment_rental
`
