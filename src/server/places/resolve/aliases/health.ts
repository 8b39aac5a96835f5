export const healthAliases = `
Medical Clinics
  medical clinic, clinic, medical center, health clinic, medical office, medical practice, health center, primary care,
  walk in clinic, outpatient clinic, doctors office
  = medical_center outpatient_care_facility! primary_care_or_general_clinic doctors_office walk_in_clinic clinic
  = urgent_care_clinic community_health_center public_health_clinic family_practice womens_health_clinic doctor!
  = pediatric_clinic health_and_medical! health_care! internal_medicine concierge_medicine
  = emergency_or_urgent_care_facility! storefront_clinic mobile_clinic
Doctors
  doctor, physician, md, medical doctor, family doctor, general practitioner, gp, primary care physician, pcp,
  family physician, family medicine, internist, family practice
  = doctor! family_practice internal_medicine primary_care_or_general_clinic doctors_office osteopathic_physician
  = general_practitioner concierge_medicine nurse_practitioner physician_assistant
Urgent Care
  urgent care, urgent care clinic, urgent care center, walk in doctor, immediate care
  = urgent_care_clinic walk_in_clinic emergency_or_urgent_care_facility!
Hospitals
  hospital, medical hospital, emergency room, er, emergency department
  = hospital emergency_room childrens_hospital emergency_medicine
Dentists
  dentist, dental, dental office, dental clinic, dental practice, family dentist, dental care, dentistry,
  general dentist, tooth doctor
  = dentist dental_clinic dental_hygienist general_dentistry cosmetic_dentist pediatric_dentist prosthodontist
  = -mobile_clinic -storefront_clinic
Orthodontists
  orthodontist, braces, invisalign
  = orthodontist
Pediatric Dentists
  pediatric dentist, kids dentist, children dentist, childrens dentist
  = pediatric_dentist pediatric_dentistry
Cosmetic Dentists
  cosmetic dentist, teeth whitening, veneers, smile design
  = cosmetic_dentist teeth_whitening
Oral Surgeons
  oral surgeon, oral surgery, maxillofacial surgeon, dental implant, wisdom teeth
  = oral_surgeon periodontist oral_and_maxillofacial_surgery
Chiropractors
  chiropractor, chiropractic, chiro, back adjustment
  = chiropractor
Optometrists
  optometrist, eye doctor, optometry, eye care, vision center, optician, eye exam, vision care, eye clinic
  = optometrist eye_care_clinic eyewear_and_optician ophthalmologist -sunglasses_store
Ophthalmologists
  ophthalmologist, ophthalmology, eye surgeon, lasik, retina specialist
  = ophthalmologist laser_eye_surgery_lasik retina_specialist
Eyewear
  eyewear, eye glasses, eyeglasses, optical, optical shop, sunglasses, glasses store
  = eyewear_and_optician sunglasses_store optician
Physical Therapy
  physical therapy, physical therapist, physiotherapy, physiotherapist, pt clinic, sports rehab
  = physical_therapy physical_medicine_and_rehabilitation! rehabilitation_center! physiotherapist
Speech Therapy
  speech therapy, speech therapist, speech pathologist
  = speech_therapist
Occupational Therapy
  occupational therapy, occupational therapist
  = occupational_therapy
Therapists & Counselors
  therapist, counselor, counseling, therapy, mental health, psychotherapist, psychotherapy, counsellor,
  mental health clinic, behavioral health, marriage counselor, couples therapy, family therapist
  = counseling_and_mental_health behavioral_or_mental_health_clinic! psychotherapist family_counselor counseling
  = marriage_or_relationship_counselor psychiatry_or_psychology_service! psychologist psychology sex_therapist
Psychologists
  psychologist, psychology, psychologists office
  = psychologist psychology psychoanalyst sports_psychologist psychiatry_or_psychology_service!
Psychiatrists
  psychiatrist, psychiatry, psychiatric clinic
  = psychiatrist child_psychiatrist geriatric_psychiatry
Addiction Treatment
  rehab, addiction treatment, drug rehab, alcohol rehab, detox center, recovery center, substance abuse, rehab center,
  sober living
  = abuse_and_addiction_treatment alcohol_and_drug_treatment_center alcohol_and_drug_treatment_centers halfway_house
  = addiction_rehabilitation_center eating_disorder_treatment_centers
Dermatologists
  dermatologist, dermatology, skin doctor, skin clinic
  = dermatologist acne_treatment immunodermatologist medical_skin_care!
Pediatricians
  pediatrician, pediatric, kids doctor, children doctor, childrens doctor, pediatric clinic
  = pediatrician! pediatric_clinic childrens_hospital pediatrics
OB-GYNs
  obgyn, ob gyn, gynecologist, obstetrician, gynecology, womens health, womens clinic, women health clinic
  = obstetrician_and_gynecologist womens_health_clinic reproductive_perinatal_and_womens_care! prenatal_perinatal_care
  = maternity_centers
Midwives & Doulas
  midwife, doula, birth center, lactation consultant
  = midwife doula lactation_services maternity_centers
Fertility Clinics
  fertility clinic, fertility, ivf
  = fertility fertility_clinic sperm_clinic
Plastic Surgeons
  plastic surgeon, plastic surgery, cosmetic surgeon, cosmetic surgery
  = plastic_surgeon cosmetic_surgeon body_contouring
Surgeons
  surgeon, surgery center, surgical center, general surgeon
  = surgeon surgical_center spine_surgeon surgery_center
Orthopedists
  orthopedist, orthopedic, orthopedics, orthopedic surgeon, sports medicine, orthopaedic
  = orthopedist sports_medicine spine_surgeon musculoskeletal_medicine!
Cardiologists
  cardiologist, cardiology, heart doctor
  = cardiologist cardiovascular_and_thoracic_surgeon cardiovascular_and_vascular_medicine!
Podiatrists
  podiatrist, podiatry, foot doctor, foot clinic
  = podiatrist foot_care
Allergists
  allergist, allergy clinic, allergy doctor, asthma doctor
  = allergist
ENT Doctors
  ent, ent doctor, ear nose and throat, otolaryngologist
  = ear_nose_and_throat! otologist
Hearing Aids & Audiologists
  audiologist, hearing aid, hearing aids, hearing center, audiology, hearing doctor
  = audiologist hearing_aids hearing_aid_provider
Pain Clinics
  pain management, pain clinic, pain doctor
  = pain_management
Pharmacies
  pharmacy, drugstore, drug store, pharmacist, chemist, apothecary
  = pharmacy drugstore pharmacy_and_drug_store! chemist
Medical Spas
  med spa, medical spa, medspa, aesthetics clinic, aesthetic clinic, botox, medical aesthetics, fillers, laser clinic,
  cosmetic clinic, aesthetics
  = medical_spa aesthetician laser_hair_removal body_contouring iv_hydration medical_skin_care!
IV Therapy
  iv therapy, iv hydration, iv drip, vitamin infusion
  = iv_hydration
Weight Loss
  weight loss, weight loss clinic, diet center, weight loss center
  = weight_loss_center
Nutritionists
  nutritionist, dietitian, nutrition, dietician, nutrition coach
  = nutritionist dietitian
Acupuncture
  acupuncture, acupuncturist, chinese medicine, traditional chinese medicine
  = acupuncture traditional_chinese_medicine
Alternative Medicine
  alternative medicine, naturopath, holistic health, homeopath, naturopathic doctor, wellness clinic, holistic medicine,
  functional medicine, integrative medicine, reiki
  = alternative_medicine! naturopathic_holistic homeopathic_medicine ayurveda reiki reflexology
  = complementary_and_alternative_medicine!
Medical Imaging
  imaging center, mri, x ray, radiology, radiologist, ultrasound, diagnostic imaging
  = diagnostic_imaging radiologist ultrasound_imaging_center diagnostics_imaging_or_lab_service!
Medical Labs
  medical lab, blood lab, blood test, lab testing, diagnostic center, medical laboratory, clinical lab
  = laboratory_testing diagnostic_services! clinical_laboratories diagnostics_imaging_or_lab_service!
Home Health Care
  home health, home health care, home care, in home care, caregiver, home care agency, senior home care, hospice
  = home_health_care personal_care_service! hospice elder_care_planning
Senior Living
  assisted living, senior living, nursing home, retirement home, retirement community, memory care, senior care,
  elder care, skilled nursing
  = assisted_living_facility retirement_home skilled_nursing memory_care senior_living_facility hospice
  = elder_care_planning
Medical Supplies
  medical supply, medical supplies, medical equipment, durable medical equipment, dme, mobility equipment, wheelchair
  = medical_supply! medical_supply_store! mobility_equipment_services hospital_equipment_and_supplies
  = surgical_appliances_and_supplies dental_supply_store
Prosthetics & Orthotics
  prosthetics, prosthetics and orthotics
  = prosthetics orthotics
Ambulance & Transport
  ambulance, ems, medical transport, medical transportation, nemt
  = ambulance_and_ems_services medical_transportation
Dispensaries
  dispensary, cannabis dispensary, marijuana dispensary, weed store, pot shop, cannabis
  = cannabis_dispensary medical_cannabis! cannabis_clinic cannabis_collective
Massage
  massage, massage therapist, massage therapy, masseuse, massage spa, sports massage
  = massage massage_therapy reflexology tui_na
Sleep Clinics
  sleep clinic, sleep center, sleep doctor, sleep apnea, sleep medicine
  = sleep_specialist
Pulmonologists
  pulmonologist, pulmonology, lung doctor
  = pulmonologist
Vein Clinics
  vein clinic, varicose veins, vascular, vein center
  = phlebologist vascular_medicine cardiovascular_and_vascular_medicine!
Neurologists
  neurologist, neurology, brain doctor
  = neurologist pediatric_neurology
Oncologists
  oncologist, oncology, cancer center, cancer treatment
  = oncologist cancer_treatment_center
Gastroenterologists
  gastroenterologist, gastroenterology, gi doctor, stomach doctor
  = gastroenterologist proctologist endoscopist
Urologists
  urologist, urology
  = urologist
Dialysis
  dialysis, dialysis center, nephrologist, kidney doctor
  = dialysis_clinic nephrologist
`
