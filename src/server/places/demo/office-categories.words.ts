/** Rows as described in categories.ts. The professions that leads are bought for count above their real share. */
export const officeCategories = `
real_estate_agent | 42 | everywhere | realtor | Realty, Real Estate, Real Estate Group, Properties | real_estate
real_estate | 14 | everywhere | realtor | Realty, Properties, Land & Homes | real_estate_service
real_estate_investment | 24 | everywhere | homebuyer | Home Buyers, House Buyers, Property Solutions, Homes | real_estate, real_estate_service
real_estate_service | 6 | town | realtor | Title & Escrow, Relocation Services, Settlement Services | real_estate
commercial_real_estate | 5 | city | firm | Commercial Real Estate, Commercial Properties | real_estate
property_management | 12 | town | firm | Property Management, Rentals, Management Group | real_estate
apartments | 9 | town | lodging | Apartments, Flats, Townhomes | real_estate
mortgage_broker | 11 | town | finance | Mortgage, Home Loans, Lending | mortgage_lender, financial_service
mortgage_lender | 5 | town | finance | Home Lending, Mortgage Bank | mortgage_broker, banks
appraisal_services | 4 | town | firm | Appraisals, Appraisal Group | real_estate_service
insurance_agency | 26 | everywhere | insurance | Insurance, Insurance Agency, Insurance Group | financial_service, auto_insurance
auto_insurance | 5 | town | insurance | Auto Insurance, Insurance | insurance_agency
life_insurance | 3 | city | insurance | Life & Benefits, Life Insurance | insurance_agency
bank_credit_union | 14 | everywhere | finance | Credit Union, Community Bank, Savings Bank | banks, financial_service
banks | 9 | everywhere | finance | Bank, State Bank, Bank & Trust | bank_credit_union
financial_advising | 11 | town | finance | Financial, Wealth Advisors, Financial Planning | financial_service, investing
financial_service | 9 | town | finance | Financial Services, Capital, Finance | professional_services
investing | 3 | city | finance | Investments, Asset Management | financial_advising
accountant | 14 | everywhere | cpa | CPA, Accounting, Certified Public Accountants | tax_services, professional_services
tax_services | 11 | everywhere | cpa | Tax Service, Tax & Bookkeeping, Tax | accountant
bookkeeper | 5 | town | cpa | Bookkeeping, Books & Payroll | accountant
payroll_services | 2 | city | cpa | Payroll, Payroll & HR | accountant, human_resource_services
check_cashing_payday_loans | 4 | town | finance | Cash Advance, Check Cashing | financial_service
lawyer | 28 | everywhere | law | Law, Law Firm, Law Group, Attorneys | legal_services, professional_services
personal_injury_law | 11 | town | law | Injury Law, Injury Lawyers, Trial Lawyers | lawyer, legal_services
divorce_and_family_law | 9 | town | law | Family Law, Divorce & Family Law | lawyer, legal_services
criminal_defense_law | 7 | town | law | Criminal Defense, Defense Attorneys | lawyer, dui_law
estate_planning_law | 5 | town | law | Estate Planning, Elder Law | lawyer, wills_trusts_and_probate
bankruptcy_law | 5 | city | law | Bankruptcy Law, Debt Relief Law | lawyer, legal_services
immigration_law | 5 | city | law | Immigration Law, Immigration Attorneys | lawyer, legal_services
business_law | 3 | city | law | Business Law, Business Counsel | lawyer
employment_law | 2 | city | law | Employment Law, Labor Law | lawyer
real_estate_law | 2 | city | law | Real Estate Law, Property Law | lawyer
legal_services | 6 | town | law | Legal Services, Legal | lawyer
bail_bonds_service | 3 | town | finance | Bail Bonds, Bonding | legal_services
notary_public | 4 | town | firm | Notary, Mobile Notary | legal_services
marketing_agency | 32 | town | agency | Marketing, Marketing Agency, Marketing Group, Growth Marketing | advertising_agency, internet_marketing_service
advertising_agency | 11 | city | agency | Advertising, Creative, Ad Agency | marketing_agency
internet_marketing_service | 9 | city | agency | Digital, SEO, Digital Marketing | marketing_agency, web_designer
social_media_agency | 5 | city | agency | Social, Social Media | marketing_agency
marketing_consultant | 4 | city | agency | Marketing Consulting, Brand Strategy | marketing_agency
public_relations | 4 | city | agency | Communications, PR, Public Relations | marketing_agency
web_designer | 11 | town | agency | Web Design, Websites, Web Studio | graphic_designer, internet_marketing_service
graphic_designer | 7 | city | agency | Design, Graphic Design, Design Co. | web_designer, advertising_agency
software_development | 12 | city | tech | Software, Labs, Systems, Apps | information_technology_company
information_technology_company | 7 | city | tech | Technologies, Tech, Data Systems | software_development
it_service_and_computer_repair | 12 | town | tech | Computer Repair, IT Services, Computers | computer_store, it_consultant
it_consultant | 4 | city | tech | IT Consulting, Networks | it_service_and_computer_repair
telecommunications_company | 3 | city | tech | Telecom, Communications | telecommunications
internet_service_provider | 3 | town | tech | Internet, Broadband, Fiber | telecommunications
business_consulting | 7 | city | agency | Consulting, Advisors, Consulting Group | business_management_services
business_management_services | 6 | city | firm | Management, Business Services, Partners | professional_services
human_resource_services | 3 | city | firm | HR Solutions, People Partners | employment_agencies
employment_agencies | 9 | town | firm | Staffing, Employment, Recruiting | temp_agency
professional_services | 22 | everywhere | firm | Services, Associates, Solutions | business
engineering_services | 8 | city | firm | Engineering, Engineers, Consulting Engineers | civil_engineers
security_services | 3 | city | firm | Protective Services, Security | professional_services
private_investigation | 2 | city | firm | Investigations, Private Investigators | security_services
translation_services | 2 | city | firm | Translations, Language Services | professional_services
coworking_space | 3 | city | studio | Coworking, Workspace, Work Loft | shared_office_space
photographer | 8 | town | studio | Photography, Photo, Portraits | event_photography
event_photography | 6 | town | studio | Wedding Photography, Photo + Film | photographer, event_planning
videographer | 4 | city | studio | Films, Video, Video Production | video_film_production
event_planning | 13 | town | studio | Events, Event Co., Event Planning | party_and_event_planning
wedding_planning | 6 | town | studio | Weddings, Wedding Co. | event_planning
dj_service | 3 | town | studio | DJ Entertainment, Sound & DJ | event_planning
party_equipment_rental | 4 | town | studio | Party Rentals, Tents & Events, Bounce Houses | event_planning
printing_services | 9 | town | trade | Printing, Print Shop, Press | graphic_designer
sign_making | 5 | town | trade | Signs, Sign Co., Signs & Graphics | printing_services
screen_printing_t_shirt_printing | 5 | town | trade | Screen Printing, Tees & Prints | embroidery_and_crochet
promotional_products_and_services | 3 | city | agency | Promo, Promotional Products | printing_services
shipping_center | 6 | town | shop | Pack & Ship, Shipping, Mail & Parcel | courier_and_delivery_services
courier_and_delivery_services | 4 | city | trade | Courier, Delivery, Logistics | freight_and_cargo_service
freight_and_cargo_service | 6 | everywhere | trade | Trucking, Freight, Transport | motor_freight_trucking
limo_services | 3 | city | trade | Limousine, Car Service, Limo | transportation
taxi_service | 3 | town | trade | Taxi, Cab Co. | transportation
travel_agents | 5 | town | studio | Travel, Travel Agency, Vacations | travel_services
funeral_services_and_cemeteries | 7 | everywhere | funeral | Funeral Home, Funeral & Cremation, Memorial Chapel | cremation_services
dry_cleaning | 6 | town | trade | Cleaners, Dry Cleaners | laundry_services
laundromat | 6 | everywhere | trade | Laundromat, Coin Laundry, Wash & Fold | laundry_services
sewing_and_alterations | 4 | town | shop | Alterations, Tailoring, Stitchery | laundry_services
machine_shop | 4 | town | trade | Machine, Machine Works, Machining | metal_fabricator
commercial_industrial | 5 | town | trade | Industries, Manufacturing, Supply | business_manufacturing_and_supply
machine_and_tool_rentals | 3 | town | trade | Equipment Rental, Tool Rental | rental_service
propane_supplier | 3 | everywhere | trade | Propane, Gas & Oil | energy_company
farm | 6 | everywhere | farm | Farm, Farms, Ranch | agricultural_service
farm_equipment_and_supply | 3 | everywhere | farm | Farm Supply, Implement, Tractor & Supply | b2b_agriculture_and_food
`
