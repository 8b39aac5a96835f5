export const homeAliases = `
Plumbers
  plumber, plumbing, plumbing and drain, drain cleaning, drain cleaner, plumbing and heating, plummer, water heater,
  sewer repair, leak detection, rooter, hydro jetting, water heater repair
  = plumbing backflow_services hydro_jetting water_heater_installation_repair plumber
HVAC
  hvac, heating and cooling, heating and air, heating and air conditioning, air conditioning, ac repair,
  air conditioner repair, furnace repair, heating, ac, a c repair, hvac contractor, heating contractor,
  air conditioning contractor, furnace
  = hvac_services hvac
HVAC Suppliers
  hvac supply, hvac supplier, hvac parts
  = hvac_supplier
Generators
  generator, generator repair, generator installation, backup generator
  = generator_installation_repair
Elevators
  elevator, elevator repair, elevator company, escalator
  = elevator_service
Electricians
  electrician, electrical, electrical contractor, electric contractor, electrical service, wiring, electrition
  = electrician electrical_consultant generator_installation_repair
Roofers
  roofer, roofing, roof repair, roofing contractor, roofing company, roof replacement, shingles, roof
  = roofing ceiling_and_roofing_repair_and_service! roofing_contractor roofer
Siding
  siding, siding contractor, siding installation
  = siding
Gutters
  gutter, gutter cleaning, gutter installation, gutter repair
  = gutter_service
Painters
  painter, painting, house painter, painting contractor, house painting, interior painter, exterior painting,
  paint contractor
  = painting wallpaper_installers house_painter painter
Landscapers
  landscaper, landscaping, lawn care, lawn mowing, lawn service, gardener, yard work, lawn maintenance,
  landscape contractor, landscape design, landscape architect, yard service, lawn, landscape, grass cutting
  = landscaping nursery_and_gardening! gardener lawn_service landscape_architect irrigation landscaper
Tree Services
  tree service, tree removal, tree trimming, arborist, tree surgeon, stump removal, tree care, tree
  = tree_services arborist
Irrigation
  sprinkler, sprinkler repair, irrigation, sprinkler system
  = irrigation irrigation_companies
Snow Removal
  snow removal, snow plowing, snow plow, snow shoveling
  = snow_removal_service
General Contractors
  contractor, general contractor, remodeling, remodeler, home remodeling, renovation, home renovation,
  remodeling contractor, building contractor, construction contractor, home improvement contractor, home repair
  = contractor! altering_and_remodeling_contractor building_contractor kitchen_remodeling bathroom_remodeling
  = construction_services building_or_construction_service! general_contractor
Construction
  construction, construction company, builder, commercial construction, construction firm, construction management
  = construction_services building_contractor construction_management builders contractor! road_contractor
  = building_or_construction_service! -engineering_services -wind_energy
Home Builders
  home builder, house builder, custom home builder, homebuilder, new homes
  = builders home_developer building_contractor
Handymen
  handyman, handy man, handyperson, odd jobs, home maintenance, home handyman
  = handyman furniture_assembly tv_mounting
Kitchen & Bath Remodeling
  kitchen remodeling, bathroom remodeling, kitchen and bath, kitchen remodel, bath remodel, bathroom remodel,
  kitchen and bathroom
  = kitchen_remodeling bathroom_remodeling kitchen_and_bath! cabinet_sales_service countertop_installation
Cabinets
  cabinet, cabinet maker, cabinetry, kitchen cabinets
  = cabinet_sales_service
Countertops
  countertop, granite countertop, granite, marble, quartz countertop
  = countertop_installation granite_supplier marble_and_granite_professionals
Carpenters
  carpenter, carpentry, woodworker, woodworking, finish carpenter
  = carpenter
Flooring
  flooring, flooring contractor, flooring store, hardwood flooring, floor installation, carpet store,
  carpet installation, floor refinishing, tile and flooring, carpet
  = flooring_contractors flooring_store carpet_installation carpet_store tiling tile_store refinishing_services
Tile
  tile, tiler, tile installation, tile store, tile contractor
  = tiling tile_store grout_service
Concrete & Masonry
  concrete, masonry, mason, concrete contractor, bricklayer, stone mason, stonework, brick
  = masonry_concrete masonry_contractors stone_and_masonry concrete_contractor
Paving
  paving, asphalt, driveway, paving contractor, asphalt contractor
  = paving_contractor road_contractor
Excavation
  excavation, excavating, grading, dirt work, excavation contractor, excavator
  = excavation_service
Demolition
  demolition, demolition contractor, demo contractor
  = demolition_service
Drywall & Plaster
  drywall, drywall contractor, plasterer, plastering, stucco
  = drywall_services plasterer stucco_services
Insulation
  insulation, insulation contractor, spray foam
  = insulation_installation
Foundation & Waterproofing
  foundation repair, waterproofing, basement waterproofing, crawl space
  = foundation_repair waterproofing
Windows & Doors
  window, windows, window installation, window replacement, windows and doors, doors, door installation, window company,
  replacement windows
  = windows_installation door_sales_service window_supplier glass_and_mirror_sales_service!
Glass
  glass, glass repair, glass company, glazier, window repair, mirrors
  = glass_and_mirror_sales_service glass_manufacturer
Window Cleaning
  window cleaning, window cleaner, window washing, window washer
  = window_washing
Blinds & Shutters
  blinds, window treatment, shutters, shades, curtains, awning
  = shades_and_blinds shutters window_treatment_store awning_supplier
Garage Doors
  garage door, garage door repair, overhead door, garage doors
  = garage_door_service
Fences
  fence, fencing, fence company, fence contractor, fence builder, gates
  = fence_and_gate_sales_service
Decks & Patios
  deck builder, decks, deck, deck contractor, patio, patio builder, pergola
  = deck_and_railing_sales_service patio_covers
Pools & Hot Tubs
  pool service, pool cleaning, pool builder, hot tub, pool contractor, swimming pool contractor, pool company,
  pool maintenance, pool supply
  = pool_cleaning pool_and_hot_tub_services hot_tubs_and_pools
Solar
  solar, solar panels, solar installer, solar energy, solar company, solar installation
  = solar_installation solar_panel_cleaning
Pest Control
  pest control, exterminator, termite, bug exterminator, pest, rodent control, mosquito control, bed bug
  = pest_control_service wildlife_control
House Cleaning
  house cleaning, maid service, house cleaner, home cleaning, cleaning lady, maid, housekeeping, housekeeper
  = home_cleaning cleaning_services!
Cleaning Services
  cleaning, cleaner, cleaning service, cleaning company, commercial cleaning, janitorial, janitor, office cleaning,
  janitorial service
  = cleaning_services home_cleaning janitorial_services office_cleaning industrial_cleaning_services
Carpet Cleaning
  carpet cleaning, carpet cleaner, rug cleaning, upholstery cleaning
  = carpet_cleaning
Pressure Washing
  pressure washing, power washing, pressure washer
  = pressure_washing
Water & Fire Damage
  water damage, restoration, water damage restoration, fire damage, mold remediation, mold removal, flood damage,
  disaster restoration, fire and water damage restoration
  = damage_restoration fire_and_water_damage_restoration environmental_abatement_services
Locksmiths
  locksmith, lock and key, key and lock, lockout, key maker, keys
  = key_and_locksmith locksmith
Home Security
  home security, security system, alarm company, alarm, burglar alarm, security cameras
  = home_security security_systems
Movers
  mover, moving, moving company, moving and storage, movers and packers, relocation, furniture movers, removals
  = movers packing_services mover
Storage
  storage, self storage, storage unit, self storage unit, storage facility, mini storage, storage units
  = storage_facility self_storage_facility b2b_storage_and_warehouses
Junk Removal
  junk removal, junk hauling, hauling, dumpster, dumpster rental, trash removal, rubbish removal, haul away
  = junk_removal_and_hauling dumpster_rentals garbage_collection_service
Waste & Recycling
  waste management, recycling, garbage, trash, trash collection, recycling center
  = garbage_collection_service recycling_center b2b_cleaning_and_waste_management scrap_metals hazardous_waste_disposal
Septic
  septic, septic tank, septic service, septic pumping
  = septic_services
Chimneys & Fireplaces
  chimney sweep, chimney, fireplace, chimney cleaning
  = chimney_service chimney_sweep fireplace_service
Appliance Repair
  appliance repair, washer repair, refrigerator repair, appliance service, dryer repair
  = appliance_repair_service washer_and_dryer_repair_service
Interior Designers
  interior designer, interior design, interior decorator, home staging, home decorator
  = interior_design home_staging
Home Inspectors
  home inspector, home inspection, house inspection, building inspector, property inspection
  = home_inspection inspection_services
Water Treatment
  water treatment, water softener, water purification, water filtration
  = water_purification_services water_softening_equipment_supplier water_treatment_equipment_and_services
Wells
  well drilling, well driller, water well
  = well_drilling
Air Ducts
  air duct cleaning, duct cleaning, air ducts
  = air_duct_cleaning_service
Property Management
  property management, property manager, rental management, hoa management
  = property_management homeowner_association
`
