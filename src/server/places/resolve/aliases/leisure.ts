export const leisureAliases = `
Hair Salons
  hair salon, hairdresser, hair stylist, hair, hair dresser, hairstylist, haircut, salon, hair cut, hair cutting,
  blowout, hair studio
  = hair_salon hair_stylist beauty_salon blow_dry_blow_out_service kids_hair_salon hair_extensions hairdresser
Barbers
  barber, barber shop, barbershop, mens haircut, mens hair
  = barber
Beauty Salons
  beauty salon, beauty, beauty parlor, salon and spa, beautician, cosmetologist
  = beauty_salon hair_salon beauty_and_spa! nail_salon spas beauty_service! personal_or_beauty_service!
Nail Salons
  nail salon, nails, manicure, pedicure, nail spa, nail tech, mani pedi, manicurist
  = nail_salon
Spas
  spa, day spa, health spa, spa and wellness, sauna, wellness spa
  = spas day_spa health_spa medical_spa sauna float_spa skin_care
Skin Care
  skin care, esthetician, aesthetician, facials, facialist, skincare
  = skin_care esthetician aesthetician acne_treatment
Eyelashes & Brows
  lash, eyelash, eyelash extensions, lash extensions, eyebrow, lash studio, lashes, brow, threading, microblading,
  permanent makeup
  = eyelash_service eyebrow_service threading_service permanent_makeup
Hair Removal
  waxing, hair removal, laser hair removal, wax, sugaring, electrolysis
  = hair_removal waxing laser_hair_removal sugaring threading_service
Makeup Artists
  makeup artist, make up artist, bridal makeup, makeup
  = makeup_artist
Tanning
  tanning, tanning salon, spray tan, tan
  = tanning_salon spray_tanning tanning_bed
Tattoo & Piercing
  tattoo, tattoo shop, tattoo artist, tattoo parlor, piercing, body piercing, ink shop, tattoo studio, tatoo
  = tattoo_and_piercing tattoo piercing
Gyms
  gym, fitness center, fitness, health club, fitness club, workout, crossfit, weight room, fitness studio, gymnasium,
  work out
  = gym health_and_wellness_club boot_camp boxing_gym fitness_trainer cardio_classes sports_and_fitness_instruction!
  = cycling_classes ems_training fitness_studio! fitness_centre
Personal Trainers
  personal trainer, fitness trainer, personal training, fitness coach, trainer
  = fitness_trainer
Yoga
  yoga, yoga studio, hot yoga, yoga class, yoga teacher
  = yoga_studio yoga_instructor
Pilates
  pilates, pilates studio, reformer pilates
  = pilates_studio
Barre
  barre, barre studio
  = barre_classes
Martial Arts
  martial arts, karate, taekwondo, jiu jitsu, mma, boxing, kickboxing, self defense, dojo, judo, bjj
  = martial_arts_club karate_club taekwondo_club brazilian_jiu_jitsu_club kickboxing_club boxing_class boxing_club
  = boxing_gym muay_thai_club chinese_martial_arts_club self_defense_classes
Dance Studios
  dance studio, dance school, dance class, ballet, dance lessons, dance
  = dance_school
Gymnastics
  gymnastics, gymnastics gym, cheerleading
  = gymnastics_center gymnastics_club cheerleading
Golf
  golf, golf course, golf club, golf lessons
  = golf_course golf_club country_club driving_range golf_instructor indoor_golf_center
Swimming
  swimming pool, swimming, swim lessons, swim school, pool, public pool
  = swimming_pool swimming_instructor
Bowling
  bowling, bowling alley, bowling center
  = bowling_alley
Tennis & Pickleball
  tennis, tennis court, pickleball, tennis club
  = tennis_court paddle_tennis_club
Climbing
  climbing gym, rock climbing, climbing
  = rock_climbing_gym rock_climbing_spot climbing_service climbing_class
Stables
  horse riding, horseback riding, stables, equestrian, horse boarding, riding lessons
  = horse_riding horseback_riding_service equestrian_facility horse_boarding horse_trainer
Sports Clubs
  sports club, sports league, soccer club, sport club
  = sports_club_and_league sport_or_recreation_club!
Hotels
  hotel, lodging, inn, accommodation, place to stay, extended stay, hotels and motels
  = hotel accommodation! lodging! motel inn resort lodge bed_and_breakfast hostel guest_house
Motels
  motel, motor inn
  = motel
Bed & Breakfasts
  bed and breakfast, b and b, bnb, guest house, guesthouse
  = bed_and_breakfast guest_house inn
Vacation Rentals
  vacation rental, airbnb, cabin rental, holiday home, cabin, short term rental, vacation home
  = holiday_rental_home vacation_rental_agents cabin cottage self_catering_accommodation
Campgrounds
  campground, rv park, camping, campsite, camp site
  = campground rv_park
Travel Agencies
  travel agency, travel agent, travel, tour operator, tour company, tours, travel services
  = travel_services! travel_service! travel_agents tours sightseeing_tour_agency
Wedding Planners
  wedding planner, wedding planning, wedding coordinator, wedding
  = wedding_planning party_and_event_planning wedding_chapel
Event Planners
  event planner, event planning, party planner, event management, event coordinator, event company, events
  = event_planning! party_and_event_planning wedding_planning
Wedding Venues
  wedding venue, event venue, event space, banquet hall, reception hall, party venue, venue, conference center,
  meeting space, party room, function hall
  = venue_and_event_space wedding_chapel auditorium exhibition_and_trade_center
Photographers
  photographer, photography, photo studio, wedding photographer, portrait photographer, photography studio,
  wedding photography, event photographer, family photographer, newborn photographer, headshots
  = photographer photography_service event_photography session_photography boudoir_photography real_estate_photography
  = photography_store_and_services!
Videographers
  videographer, video production, wedding videographer, film production, video company, video
  = videographer video_film_production audio_visual_production_and_design movie_television_studio
DJs
  dj, disc jockey, wedding dj, mobile dj
  = dj_service
Bands & Musicians
  band, live music, musician, wedding band, entertainer
  = musician musical_band_orchestras_and_symphonies
Party Rentals
  party rental, bounce house, tent rental, event rental, photo booth, bounce house rental, inflatable rental
  = party_equipment_rental bounce_house_rental photo_booth_rental tent_house_supplier audiovisual_equipment_rental
Children's Parties
  kids party, birthday party, clown, magician, party entertainer, face painting
  = kids_recreation_and_party clown magician face_painting party_character indoor_playcenter
Amusement
  amusement park, theme park, family entertainment, entertainment, fun center, family fun
  = amusement_park arcade trampoline_park laser_tag escape_rooms go_kart_track indoor_playcenter water_park
  = virtual_reality_center axe_throwing paintball miniature_golf_course bowling_alley
Movie Theaters
  movie theater, cinema, movie theatre, movies
  = cinema drive_in_theater outdoor_movies
Theaters
  theater, theatre, performing arts, concert hall, music venue, concert venue, playhouse
  = theatre theaters_and_performance_venues performing_arts music_venue topic_concert_venue opera_and_ballet
Museums
  museum, museums, history museum, science museum
  = museum
Art Galleries
  art gallery, gallery, art dealer, art
  = art_gallery
Casinos
  casino, gambling, gaming, betting
  = casino betting_center bookmakers
Recording Studios
  recording studio, music studio, music production
  = recording_and_rehearsal_studio music_production music_production_services
Churches
  church, place of worship, christian church, religious organization, baptist church, catholic church, chapel, ministry,
  parish, house of worship
  = church_cathedral *_church religious_organization! place_of_worship mission *_place_of_worship
  = jehovahs_witness_kingdom_hall
Synagogues
  synagogue, jewish temple, shul
  = synagogue
Temples
  temple, hindu temple, buddhist temple, sikh temple
  = temple buddhist_temple hindu_temple sikh_temple
Mosques
  mosque, islamic center, masjid
  = mosque
Parks
  park, dog park, playground
  = park playground state_park
Libraries
  library, public library
  = library
Government Offices
  government, city hall, government office, town hall, municipal, dmv
  = central_government_office local_and_state_government_offices federal_government_offices town_hall
  = department_of_motor_vehicles government_services public_and_government_association public_service_and_government!
Post Offices
  post office, usps
  = post_office
Psychics
  psychic, fortune teller, tarot, astrologer, medium, tarot reader
  = psychic psychic_medium astrologer fortune_telling_service supernatural_reading
Community Centers
  community center, ymca, recreation center, senior center, rec center
  = community_center senior_citizen_services civic_center sports_and_recreation_venue!
`
