/** Rows as described in categories.ts. */
export const healthCategories = `
dentist | 26 | everywhere | dental | Dental, Family Dentistry, Dental Care, Dental Group | general_dentistry, health_and_medical
general_dentistry | 7 | town | dental | Dentistry, Smiles, Dental Associates | dentist
cosmetic_dentist | 4 | city | dental | Cosmetic Dentistry, Smile Studio | dentist, teeth_whitening
orthodontist | 5 | town | dental | Orthodontics, Braces & Aligners | dentist
pediatric_dentist | 4 | city | dental | Pediatric Dentistry, Kids Dental | dentist
oral_surgeon | 3 | city | dental | Oral Surgery, Oral & Facial Surgery | dentist, surgeon
doctor | 22 | everywhere | physician | Family Medicine, Medical Associates, Physicians | health_and_medical, family_practice
medical_center | 24 | town | clinic | Medical Center, Medical Group, Health Center, Medical Clinic | health_and_medical, doctor
family_practice | 13 | everywhere | clinic | Family Practice, Family Clinic, Primary Care, Family Health | doctor, medical_center
urgent_care_clinic | 9 | town | clinic | Urgent Care, Immediate Care, Walk-In Clinic | walk_in_clinic, medical_center
walk_in_clinic | 4 | town | clinic | Walk-In Clinic, Express Clinic | urgent_care_clinic, medical_center
public_health_clinic | 4 | town | clinic | Community Clinic, Health Clinic, Neighborhood Clinic | medical_center, community_health_center
women's_health_clinic | 4 | city | clinic | Women's Clinic, Women's Health | obstetrician_and_gynecologist, medical_center
hospital | 5 | city | clinic | Hospital, Regional Hospital, Memorial Hospital | medical_center, emergency_room
pediatrician | 7 | town | clinic | Pediatrics, Children's Clinic | doctor
internal_medicine | 5 | town | physician | Internal Medicine, Internists | doctor, medical_center
dermatologist | 5 | city | clinic | Dermatology, Skin Clinic, Dermatology Associates | doctor, skin_care
cardiologist | 4 | city | clinic | Cardiology, Heart Center, Heart & Vascular | doctor
orthopedist | 5 | city | clinic | Orthopedics, Orthopaedic Associates, Bone & Joint | doctor, sports_medicine
obstetrician_and_gynecologist | 4 | city | clinic | OB/GYN, Women's Care | doctor
gastroenterologist | 2 | city | clinic | Gastroenterology, Digestive Health | doctor
neurologist | 2 | city | clinic | Neurology, Brain & Spine | doctor
urologist | 2 | city | clinic | Urology, Urology Associates | doctor
allergist | 2 | city | clinic | Allergy & Asthma, Allergy Clinic | doctor
oncologist | 2 | city | clinic | Oncology, Cancer Care | doctor
plastic_surgeon | 4 | city | physician | Plastic Surgery, Aesthetic Surgery | cosmetic_surgeon, surgeon
podiatrist | 4 | town | physician | Foot & Ankle, Podiatry | doctor
ear_nose_and_throat | 2 | city | clinic | ENT, Ear Nose & Throat | doctor
pain_management | 3 | city | clinic | Pain Center, Pain & Spine | doctor, medical_center
optometrist | 9 | town | clinic | Eye Care, Vision Center, Optometry, Family Eye Care | eyewear_and_optician, eye_care_clinic
ophthalmologist | 3 | city | clinic | Eye Institute, Eye Surgeons | eye_care_clinic, doctor
chiropractor | 17 | everywhere | clinic | Chiropractic, Spine & Wellness, Chiropractic Center | health_and_medical, alternative_medicine
physical_therapy | 12 | town | clinic | Physical Therapy, Rehab & Performance, Sports Therapy | health_and_medical, sports_medicine
occupational_therapy | 2 | city | clinic | Occupational Therapy, Hand Therapy | physical_therapy
speech_therapist | 2 | city | clinic | Speech Therapy, Speech & Language | physical_therapy
acupuncture | 6 | town | wellness | Acupuncture, Acupuncture & Herbs | alternative_medicine, naturopathic_holistic
naturopathic_holistic | 5 | city | wellness | Naturopathic, Holistic Health, Integrative Medicine | alternative_medicine
counseling_and_mental_health | 15 | town | wellness | Counseling, Therapy, Counseling Center, Behavioral Health | psychotherapist, health_and_medical
psychologist | 6 | city | physician | Psychology, Psychological Services | counseling_and_mental_health
psychotherapist | 5 | city | wellness | Psychotherapy, Therapy Group | counseling_and_mental_health
psychiatrist | 4 | city | physician | Psychiatry, Psychiatric Care | doctor, counseling_and_mental_health
marriage_or_relationship_counselor | 2 | city | wellness | Couples Therapy, Marriage Counseling | counseling_and_mental_health
addiction_rehabilitation_center | 3 | city | wellness | Recovery Center, Recovery | rehabilitation_center, counseling_and_mental_health
home_health_care | 9 | town | clinic | Home Health, Home Care, In-Home Care | senior_citizen_services, health_and_medical
hospice | 2 | town | clinic | Hospice, Palliative Care | home_health_care
assisted_living_facility | 6 | town | clinic | Assisted Living, Senior Living | retirement_home
retirement_home | 5 | town | clinic | Retirement Community, Senior Village | assisted_living_facility
skilled_nursing | 3 | town | clinic | Nursing & Rehab, Care Center | retirement_home
pharmacy | 14 | everywhere | clinic | Pharmacy, Drug, Family Pharmacy | drugstore, health_and_medical
medical_supply | 3 | town | clinic | Medical Supply, Mobility & Medical | hospital_equipment_and_supplies
hearing_aids | 4 | town | clinic | Hearing, Hearing Center | audiologist
dialysis_clinic | 2 | city | clinic | Dialysis, Kidney Care | medical_center
diagnostic_imaging | 2 | city | clinic | Imaging, Radiology | diagnostic_services
weight_loss_center | 3 | city | wellness | Weight Loss, Weight Management | nutritionist
nutritionist | 2 | city | wellness | Nutrition, Nutrition Counseling | health_and_medical
medical_spa | 8 | town | spa | Med Spa, Medical Aesthetics, Laser & Skin | skin_care, spas
veterinarian | 15 | everywhere | vet | Veterinary Clinic, Animal Hospital, Vet Clinic, Animal Clinic | animal_hospital, pet_services
pet_groomer | 8 | town | vet | Grooming, Pet Grooming, Dog Wash | pet_services
pet_boarding | 4 | town | vet | Kennels, Pet Resort, Boarding | pet_sitting, pet_services
dog_trainer | 3 | city | vet | Dog Training, K9 Training | pet_training
pet_store | 5 | town | vet | Pet Supply, Pets, Feed & Pet | pet_services
animal_shelter | 2 | town | civic | Humane Society, Animal Shelter | animal_rescue_service
beauty_salon | 34 | everywhere | salon | Beauty Salon, Salon, Beauty Bar, Salon & Spa | hair_salon, beauty_and_spa
hair_salon | 30 | everywhere | salon | Hair Salon, Hair Studio, Hair Design, Hair Co. | beauty_salon
barber | 17 | everywhere | barber | Barbershop, Barber Shop, Barber Co. | hair_salon
nail_salon | 16 | town | salon | Nails, Nail Bar, Nails & Spa | beauty_salon
skin_care | 7 | city | spa | Skin Care, Skin Studio, Facials | esthetician, beauty_and_spa
spas | 7 | town | spa | Spa, Wellness Spa | day_spa, massage_therapy
day_spa | 4 | city | spa | Day Spa, Retreat | spas, massage_therapy
massage_therapy | 13 | town | spa | Massage, Massage Therapy, Bodywork | massage, health_and_medical
tanning_salon | 3 | town | spa | Tanning, Sun Studio | beauty_and_spa
eyelash_service | 3 | city | salon | Lash Studio, Lash & Brow | beauty_salon
waxing | 3 | city | salon | Waxing, Wax Studio | hair_removal
makeup_artist | 2 | city | salon | Makeup, Makeup Artistry | beauty_salon
tattoo_and_piercing | 6 | town | barber | Tattoo, Tattoo Co., Ink | tattoo
gym | 13 | everywhere | fitness | Gym, Fitness, Fitness Center, Athletic Club | active_life
yoga_studio | 7 | town | wellness | Yoga, Yoga Studio | gym
pilates_studio | 4 | city | wellness | Pilates, Reformer Studio | gym
fitness_trainer | 6 | city | fitness | Personal Training, Strength, Training Studio | gym
martial_arts_club | 6 | town | fitness | Martial Arts, Karate, Jiu-Jitsu | active_life
dance_school | 6 | town | fitness | Dance Academy, Dance Studio, School of Dance | performing_arts
gymnastics_center | 2 | city | fitness | Gymnastics, Tumbling | active_life
`
