// Keys of Overture's older list and what its taxonomy of 2026 calls the same thing, where the words differ. Read off
// the rows that carry both. Singular and plural need no entry.
const renames = `
lawyer attorney_or_law_firm · dentist dental_clinic · chiropractor chiropractic · optometrist optometry
psychiatrist psychiatry · psychologist psychology · psychotherapist psychotherapy · orthodontist orthodontics
periodontist periodontics · endodontist endodontics · cosmetic_dentist cosmetic_dentistry
pediatric_dentist pediatric_dentistry · dermatologist dermatology · cardiologist cardiology · neurologist neurology
rheumatologist rheumatology · gastroenterologist gastroenterology · audiologist audiology · podiatrist podiatry
orthopedist orthopedics · urologist urology · oncologist oncology · endocrinologist endocrinology
nephrologist nephrology · pulmonologist pulmonology · radiologist radiology · ophthalmologist ophthalmology
pediatrician pediatrics · allergist allergy_and_immunology · obstetrician_and_gynecologist obstetrics_and_gynecology
surgeon surgery · plastic_surgeon plastic_and_reconstructive_surgery · surgical_center surgery_center
child_psychiatrist child_psychiatry · speech_therapist speech_therapy · eye_care_clinic vision_or_eye_care_clinic
marriage_or_relationship_counselor marriage_or_relationship_counseling · fertility fertility_clinic
nutritionist nutrition_service · prenatal_perinatal_care prenatal_and_perinatal_care · doula doula_service
abuse_and_addiction_treatment abuse_and_addiction_treatment_center · hearing_aids hearing_aid_store
clinical_laboratories b2b_clinical_lab · medical_supply medical_supply_store
naturopathic_holistic naturopathic_medicine · alternative_medicine complementary_and_alternative_medicine
health_consultant health_coaching · counseling_and_mental_health behavioral_or_mental_health_clinic
massage massage_therapy · spas spa · skin_care skin_care_and_makeup · beauty_and_spa beauty_service
cosmetic_and_beauty_supplies beauty_supply_store · real_estate real_estate_service · legal_services legal_service
banks bank · bank_credit_union bank_or_credit_union · accommodation lodging · bicycle_shop bike_store
sporting_goods sporting_goods_store · outdoor_gear outdoor_store · fashion fashion_and_apparel_store
boutique fashion_boutique · skate_shop skate_store · surf_shop surf_store
ski_and_snowboard_shop ski_and_snowboard_store · sports_wear sportswear_store · golf_equipment golf_equipment_store
hunting_and_fishing_supplies hunting_and_fishing_store · gun_and_ammo gun_and_ammo_store
fitness_exercise_equipment fitness_exercise_store · eyewear_and_optician eyewear_store · desserts dessert_shop
frozen_yoghurt_shop frozen_yogurt_shop · gelato gelato_shop · bubble_tea bubble_tea_shop · pasta_shop pasta_store
noodles_restaurant ramen_restaurant · himalayan_nepalese_restaurant himalayan_restaurant · donuts donut_shop
herbal_shop herb_and_spice_store · vitamins_and_supplements vitamin_and_supplement_store
food food_and_beverage_store · doctor heatlh_care · health_and_medical health_care
eat_and_drink food_and_drink · retail shopping · thrift_store second_hand_store
used_vintage_and_consignment second_hand_clothing_store · linen linen_store · wholesale_store warehouse_club_store
party_supply party_supply_store · home_decor home_decor_store · electronics electronics_store
arts_and_crafts arts_and_crafts_store · safety_equipment safety_equipment_store
flowers_and_gifts_shop flowers_and_gifts_store · nursery_and_gardening nursery_and_gardening_store
home_and_garden hardware_home_and_garden_store · bird_shop bird_store · shopping_center shopping_mall
specialty_foods specialty_foods_store · kitchen_and_bath kitchen_and_bath_store
embroidery_and_crochet embroidery_and_crochet_store · photography_store_and_services camera_and_photography_store
movers mover · tutoring_center tutoring_service · adult_education adult_education_center · dance_school dance_studio
cinema movie_theater · theatre theatre_venue · topic_concert_venue music_venue · performing_arts performing_arts_venue
venue_and_event_space event_venue · event_planning event_or_party_service
event_photography event_photography_service · adult_entertainment adult_entertainment_venue · stadium_arena stadium
active_life sports_and_recreation · sports_and_recreation_venue sport_or_fitness_facility
sports_club_and_league sport_or_recreation_club · car_dealer auto_dealer · automotive_dealer vehicle_dealer
car_rental_agency car_rental_service · truck_rentals truck_rental_service · tire_dealer_and_repair tire_shop
tire_repair_shop tire_shop · gas_station fuel_station · automotive_services_and_repair automotive_service
marketing_consultant b2b_marketing_consultant · business_advertising b2b_advertising_and_marketing_service
human_resource_services b2b_human_resource_service · business_management_services b2b_business_management_service
business_to_business_services b2b_service · business_manufacturing_and_supply manufacturer · mass_media media_service
travel_services travel_service · tours tour_operator · fire_department fire_station · police_department police_station
pet_services animal_or_pet_service · it_support_and_service it_service
local_and_state_government_offices government_office · central_government_office government_office
landmark_and_historical_building historic_site · industrial_equipment industrial_equipment_manufacturer
b2b_textiles textile_manufacturer · food_beverage_service_distribution food_beverage_distributor
church_cathedral christian_place_of_worship · catholic_church roman_catholic_place_of_worship
baptist_church baptist_place_of_worship · buddhist_temple buddhist_place_of_worship
community_services_non_profits social_or_community_service · social_service_organizations social_or_community_service
public_service_and_government community_and_government · screen_printing_t_shirt_printing t_shirt_printing_service
video_and_video_game_rentals video_and_video_game_rental · corporate_office corporate_or_business_office
psychic psychic_advising · astrologer astrological_advising
environmental_and_ecological_services_for_businesses environmental_or_ecological_service
surgical_appliances_and_supplies b2b_surgical_appliances_and_supplies · atms atm · hvac_services hvac_service
`

/** Sets of keys that stand for one thing. */
export const renamedKeys: readonly (readonly string[])[] = renames
  .split(/[·\n]/)
  .map(pair => pair.trim().split(' '))
  .filter(pair => pair.length === 2)
