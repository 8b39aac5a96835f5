/** Rows as described in categories.ts. */
export const communityCategories = `
church_cathedral | 44 | everywhere | church | Community Church, Chapel, Fellowship, Church | religious_organization
baptist_church | 16 | everywhere | church | Baptist Church, Missionary Baptist Church | church_cathedral, religious_organization
catholic_church | 7 | everywhere | parish | Catholic Church, Parish | church_cathedral, religious_organization
evangelical_church | 4 | town | church | Bible Church, Evangelical Church | church_cathedral
episcopal_church | 3 | town | parish | Episcopal Church | church_cathedral
religious_organization | 7 | town | church | Ministries, Outreach | community_services_non_profits
synagogue | 1 | city | civic | Synagogue, Jewish Center | religious_organization
mosque | 1 | city | civic | Islamic Center, Mosque | religious_organization
buddhist_temple | 1 | city | civic | Meditation Temple, Zen Center | religious_organization
school | 9 | everywhere | school | School, Academy | education
elementary_school | 14 | everywhere | school | Elementary School, Elementary | school, public_school
middle_school | 6 | everywhere | school | Middle School, Junior High | school
high_school | 7 | everywhere | school | High School | school, public_school
preschool | 9 | everywhere | school | Preschool, Early Learning Center | education, child_care_and_day_care
day_care_preschool | 13 | everywhere | school | Day Care, Child Care, Learning Center | preschool
montessori_school | 3 | city | school | Montessori, Montessori School | preschool, private_school
college_university | 5 | city | school | College, Community College, University | education
vocational_and_technical_school | 3 | city | school | Technical Institute, Trade School | education
tutoring_center | 6 | town | school | Tutoring, Learning Center | education
driving_school | 4 | town | school | Driving School, Driver Training | education
art_school | 2 | city | school | Art School, Clay Studio | education
cosmetology_school | 2 | city | school | Beauty Academy, Beauty School | specialty_school
library | 7 | everywhere | civic | Public Library, Library | public_service_and_government
post_office | 5 | everywhere | civic | Mail Station, Postal Annex | public_service_and_government
fire_department | 5 | everywhere | civic | Volunteer Fire Company, Fire Station No. 2 | public_service_and_government
town_hall | 5 | everywhere | civic | Town Hall, Municipal Building | local_and_state_government_offices
community_center | 6 | town | civic | Community Center, Recreation Center | community_services_non_profits
senior_citizen_services | 4 | town | civic | Senior Center, Senior Services | community_services_non_profits
social_service_organizations | 9 | town | civic | Family Services, Outreach Center | community_services_non_profits
community_services_non_profits | 12 | everywhere | civic | Foundation, Community Fund, Alliance | charity_organization
charity_organization | 5 | town | civic | Relief Fund, Helping Hands | community_services_non_profits
food_banks | 3 | town | civic | Food Bank, Food Pantry | charity_organization
veterans_organization | 3 | everywhere | civic | Veterans Post, Veterans Hall | community_services_non_profits
chambers_of_commerce | 4 | everywhere | civic | Chamber of Commerce, Business Alliance | public_and_government_association
youth_organizations | 4 | town | civic | Youth Club, Youth League | community_services_non_profits
environmental_conservation_organization | 3 | city | civic | Land Trust, Watershed Council | community_services_non_profits
labor_union | 2 | city | civic | Workers Local 14, Trades Council | organization
museum | 5 | town | civic | Museum, Heritage Museum | attractions_and_activities
history_museum | 3 | everywhere | civic | Historical Society, History Museum | museum
theatre | 4 | town | civic | Playhouse, Theatre, Players | arts_and_entertainment
cinema | 4 | town | civic | Cinema, Picture House, Drive-In Theater | arts_and_entertainment
music_venue | 4 | city | tavern | Music Hall, Ballroom, Stage | topic_concert_venue
venue_and_event_space | 8 | town | lodging | Event Center, Barn, Hall | event_planning
bowling_alley | 3 | town | civic | Lanes, Bowl | active_life
escape_rooms | 2 | city | studio | Escape Rooms, Escape | arts_and_entertainment
arcade | 2 | city | studio | Arcade, Family Fun Center | arts_and_entertainment
miniature_golf_course | 2 | town | lodging | Mini Golf, Adventure Golf | active_life
horseback_riding_service | 2 | everywhere | farm | Stables, Riding Academy | horse_riding
sports_club_and_league | 5 | town | civic | Soccer Club, Little League, Swim Club | active_life
boat_rental_and_training | 2 | town | trade | Boat Rental, Kayaks & Paddle | active_life
tours | 4 | city | trade | Tours, Adventures, Walking Tours | travel_services
radio_station | 2 | city | studio | Radio, FM | mass_media
topic_publisher | 3 | city | studio | Press, Publishing, Gazette | print_media
`
