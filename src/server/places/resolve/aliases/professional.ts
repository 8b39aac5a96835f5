export const professionalAliases = `
Realtors
  realtor, real estate agent, real estate, real estate agency, real estate broker, estate agent, realty,
  real estate office, real estate company, real estate brokerage, relator
  = real_estate_agent real_estate! real_estate_service! apartment_agent commercial_real_estate real_estate_agency
We Buy Homes
  we buy homes, we buy houses, home buyer, house buyer, cash home buyer, cash for houses, sell my house fast,
  house flipper, cash house buyers, real estate investor, real estate investing, buy houses, home buyers, investor,
  real estate wholesaler, sell my home
  = real_estate_investment real_estate_agent real_estate! real_estate_service!
Commercial Real Estate
  commercial real estate, office space, office rental, commercial property
  = commercial_real_estate shared_office_space coworking_space
Coworking
  coworking, coworking space, shared office, co working
  = coworking_space shared_office_space
Apartments
  apartment, apartments, apartment complex, rental apartment, condo, condominium, apartment building, rentals
  = apartments condominium apartment_agent university_housing low_income_housing
Mobile Home Parks
  mobile home park, trailer park, mobile homes, manufactured homes
  = mobile_home_park mobile_home_dealer
Appraisers
  appraiser, appraisal, real estate appraiser, home appraiser
  = appraisal_services
Surveyors
  surveyor, land surveyor, land survey, surveying
  = land_surveying
Title & Escrow
  title company, escrow, escrow company, title insurance
  = escrow_services
Mortgage
  mortgage, mortgage broker, mortgage lender, home loan, mortgage company, loan officer, refinance
  = mortgage_broker mortgage_lender
Lawyers
  lawyer, attorney, law firm, law office, legal, attorney at law, legal services, lawyers office, solicitor,
  counsel at law, legal service
  = lawyer attorney_or_law_firm legal_services! *_lawyers *_law patent_law lawyers
Personal Injury Lawyers
  personal injury lawyer, personal injury attorney, accident lawyer, injury lawyer, car accident lawyer,
  accident attorney, injury attorney, personal injury
  = personal_injury_law
Divorce & Family Lawyers
  divorce lawyer, divorce attorney, family lawyer, family law, family attorney, custody lawyer, family law attorney
  = divorce_and_family_law
Criminal Lawyers
  criminal lawyer, criminal defense lawyer, criminal defense attorney, dui lawyer, defense attorney, criminal attorney,
  dui attorney, criminal defense
  = criminal_defense_law dui_law traffic_ticketing_law
Immigration Lawyers
  immigration lawyer, immigration attorney, immigration service
  = immigration_law immigration_assistance_services
Bankruptcy Lawyers
  bankruptcy lawyer, bankruptcy attorney, bankruptcy
  = bankruptcy_law
Estate Planning
  estate planning, estate lawyer, wills and trusts, probate lawyer, estate planning attorney, probate attorney,
  trust attorney
  = estate_planning_law wills_trusts_and_probate
Business Lawyers
  business lawyer, corporate lawyer, business attorney, contract lawyer, corporate attorney
  = business_law contract_law
Employment Lawyers
  employment lawyer, employment attorney, labor lawyer, workers compensation lawyer, workers comp attorney
  = employment_law workers_compensation_law
Patent Lawyers
  patent lawyer, patent attorney, intellectual property lawyer, trademark attorney, ip lawyer
  = ip_and_internet_law patent_law
Real Estate Lawyers
  real estate lawyer, real estate attorney
  = real_estate_law
Tax Lawyers
  tax lawyer, tax attorney
  = tax_law
Bail Bonds
  bail bonds, bail bondsman, bail
  = bail_bonds_service
Notaries
  notary, notary public, mobile notary, signing agent
  = notary_public
Private Investigators
  private investigator, detective, private detective, pi, investigator
  = private_investigation
Accountants
  accountant, cpa, accounting, accounting firm, bookkeeper, bookkeeping, certified public accountant, tax accountant,
  accounting services
  = accountant bookkeeper tax_services
Tax Preparation
  tax preparation, tax preparer, tax service, tax prep, income tax, tax return
  = tax_services accountant
Payroll
  payroll, payroll company, payroll service
  = payroll_services
Financial Advisors
  financial advisor, financial planner, wealth management, investment advisor, financial adviser, financial planning,
  retirement planning, investment, financial consultant, wealth manager
  = financial_advising investing investment_management_company stock_and_bond_brokers financial_service!
Insurance
  insurance, insurance agent, insurance agency, insurance broker, insurance company, auto insurance, car insurance,
  home insurance, life insurance, health insurance, homeowners insurance
  = insurance_agency *_insurance health_insurance_office -pet_insurance
Banks
  bank, banking, credit union, bank branch, savings bank
  = bank_credit_union banks credit_union bank_or_credit_union!
ATMs
  atm, cash machine
  = atms
Loans
  loan, payday loan, cash advance, check cashing, title loan, personal loan, money lender, lender
  = check_cashing_payday_loans installment_loans auto_loan_provider business_financing
Debt & Credit
  credit repair, debt relief, collection agency, debt collection, credit counseling
  = credit_and_debt_counseling debt_relief_services collection_agencies
Money Transfer
  money transfer, currency exchange, western union, wire transfer
  = money_transfer_services currency_exchange
Marketing Agencies
  marketing agency, marketing, advertising agency, digital marketing, ad agency, marketing company, seo, seo agency,
  advertising, internet marketing, digital agency, social media marketing, digital marketing agency, marketing firm,
  marketing consultant, online marketing, creative agency, branding agency, social media agency, seo company,
  marketing services, advertising company, ppc agency
  = marketing_agency advertising_agency internet_marketing_service marketing_consultant social_media_agency
  = business_advertising! b2b_advertising_and_marketing_service! direct_mail_advertising merchandising_service
  = promotional_products_and_services newspaper_advertising outdoor_advertising public_relations publicity_service
Public Relations
  public relations, pr firm, pr agency, publicist
  = public_relations publicity_service
Web Designers
  web design, web designer, website design, web developer, web development, website developer, web design agency,
  website designer, wordpress developer, website builder
  = web_designer internet_marketing_service web_hosting_service
Graphic Designers
  graphic designer, graphic design, logo design, design studio, graphic artist, design agency
  = graphic_designer design_service!
Software Companies
  software, software company, software developer, app developer, software development, tech company, saas,
  mobile app development, technology company, startup
  = software_development information_technology_company
IT Support
  it support, it services, computer repair, managed it, it company, tech support, managed service provider, msp,
  it consultant, computer service, computer support, it consulting, network support, laptop repair,
  information technology, it
  = it_service_and_computer_repair! it_consultant it_support_and_service it_support_snd_service data_recovery
  = information_technology_company home_network_installation it_service
Internet Providers
  internet provider, internet service provider, isp, internet, telecommunications, telecom, cable company,
  phone company
  = internet_service_provider telecommunications telecommunications_company television_service_providers
  = telephone_services -web_hosting_service
Business Consultants
  business consultant, consultant, consulting, business consulting, management consultant, consulting firm,
  business coach, strategy consultant
  = business_consulting business_management_services consultant_and_general_service!
  = manufacturing_and_industrial_consultant
Employment Agencies
  employment agency, staffing agency, staffing, recruiter, temp agency, recruiting, headhunter, recruitment agency,
  recruiting agency, job agency, talent agency, executive search
  = employment_agencies temp_agency executive_search_consultants human_resource_services! talent_agency
Human Resources
  human resources, hr, hr consultant, hr company, peo
  = human_resource_services background_check_services
Engineers
  engineer, engineering, engineering firm, civil engineer, structural engineer, mechanical engineer
  = engineering_services civil_engineers mechanical_engineers structural_engineer instrumentation_engineers
Architects
  architect, architecture firm, architecture, architectural designer, architectural firm, building designer
  = architect architectural_designer landscape_architect
Printers
  printer, print shop, printing, printing company, copy shop, commercial printer, copy center, business cards,
  printing services
  = printing_services commercial_printer duplication_services
Screen Printing
  screen printing, t shirt printing, custom t shirts, embroidery, custom apparel, t shirt shop
  = screen_printing_t_shirt_printing screen_printing_service custom_t_shirt_store t_shirt_store
Sign Shops
  sign shop, sign company, signs, signage, sign maker, banners
  = sign_making business_signage
Trophies & Engraving
  trophy, trophy shop, engraving, awards
  = trophy_shop engraving
Translation
  translator, translation, interpreter, translation agency
  = translation_services translating_and_interpreting_services transcription_services
Security Guards
  security, security guard, security company, security guard company, guard service
  = security_services security_systems home_security
Funeral Homes
  funeral home, funeral, mortuary, cremation, funeral director, funeral parlor, undertaker, funeral services, crematory
  = funeral_services_and_cemeteries mortuary_services cremation_services funeral_home
Cemeteries
  cemetery, graveyard, memorial park
  = cemeteries memorial_park
Dry Cleaners
  dry cleaner, dry cleaning, dry cleaners
  = dry_cleaning laundry_services!
Laundromats
  laundromat, laundry, coin laundry, laundry service, wash and fold
  = laundromat laundry_services
Tailors
  tailor, alterations, seamstress, sewing, dressmaker, tailoring, clothing alterations
  = sewing_and_alterations gents_tailor
Day Care
  day care, daycare, child care, childcare, preschool, nursery school, babysitter, nanny, day care center, pre school,
  early learning center, infant care, kindergarten
  = child_care_and_day_care day_care_preschool preschool after_school_program nanny_services montessori_school
Schools
  school, private school, public school, elementary school, high school, k 12 school
  = school! elementary_school high_school middle_school private_school public_school charter_school religious_school
  = montessori_school waldorf_school preschool
Colleges
  college, university, higher education
  = college_university college university
Tutors
  tutor, tutoring, tutoring center, math tutor, test prep, learning center, sat prep, private tutor
  = tutoring_center private_tutor test_preparation
Driving Schools
  driving school, drivers ed, driving lessons, driving instructor, traffic school
  = driving_school traffic_school
Music Lessons
  music lessons, music school, piano lessons, guitar lessons, piano teacher, music teacher, voice lessons
  = music_school vocal_coach
Language Schools
  language school, english classes, spanish classes, esl
  = language_school
Trade Schools
  trade school, vocational school, beauty school, cosmetology school, career college
  = vocational_and_technical_school cosmetology_school massage_school bartending_school
Life Coaches
  life coach, coach, executive coach, career coach
  = life_coach career_counseling health_coach
Farms
  farm, ranch, farming, orchard, agriculture, dairy farm
  = farm b2b_farming! b2b_farms agriculture orchard ranch dairy_farm poultry_farm urban_farm agricultural_service
Nonprofits
  nonprofit, non profit, charity, nonprofit organization, ngo, charitable organization, foundation
  = charity_organization community_services_non_profits non_governmental_association social_service_organizations!
  = social_or_community_service! volunteer_association civic_organization!
`
