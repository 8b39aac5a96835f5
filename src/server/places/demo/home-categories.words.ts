/** Rows as described in categories.ts. The trades that leads are bought for count above their real share. */
export const homeCategories = `
plumbing | 48 | everywhere | trade | Plumbing, Plumbing & Heating, Plumbing & Drain, Rooter & Plumbing | water_heater_installation_repair, home_service
contractor | 30 | everywhere | trade | Construction, Contracting, Builders, General Contracting | home_service, construction_services
electrician | 24 | everywhere | trade | Electric, Electrical Services, Electrical Contractors | home_service, contractor
hvac_services | 24 | everywhere | trade | Heating & Cooling, Heating & Air, HVAC, Air Conditioning | home_service, contractor
roofing | 22 | everywhere | trade | Roofing, Roofing & Siding, Roofing & Gutters, Roof Repair | contractor, home_service
landscaping | 22 | everywhere | trade | Landscaping, Lawn & Landscape, Landscape Design, Outdoor Services | home_service, gardener
lawn_service | 9 | everywhere | trade | Lawn Care, Mowing, Turf Care | landscaping, home_service
painting | 14 | everywhere | trade | Painting, Painting Co., Painters | contractor, home_service
handyman | 9 | everywhere | trade | Handyman Services, Home Repair, Handyman | home_service
home_cleaning | 13 | everywhere | trade | Cleaning, House Cleaning, Maids, Home Cleaning | cleaning_services, home_service
pest_control_service | 11 | everywhere | trade | Pest Control, Exterminating, Pest Solutions | home_service, professional_services
tree_services | 9 | everywhere | trade | Tree Service, Tree Care, Tree & Stump | landscaping, home_service
garage_door_service | 8 | town | trade | Garage Doors, Overhead Door, Door & Gate | home_service, contractor
carpenter | 5 | everywhere | trade | Carpentry, Woodworks, Custom Carpentry | contractor
flooring_contractors | 8 | town | trade | Flooring, Hardwood Floors, Floors & Tile | contractor, flooring_store
kitchen_remodeling | 8 | town | trade | Kitchens, Kitchen & Bath, Kitchen Remodeling | bathroom_remodeling, contractor
bathroom_remodeling | 5 | town | trade | Bath Remodeling, Baths, Bath & Tile | kitchen_remodeling, contractor
fence_and_gate_sales_service | 6 | town | trade | Fence, Fencing, Fence & Gate | contractor, home_service
masonry_concrete | 7 | everywhere | trade | Concrete, Masonry, Stone & Masonry | contractor, masonry_contractors
drywall_services | 3 | town | trade | Drywall, Drywall & Plaster | contractor, painting
insulation_installation | 3 | town | trade | Insulation, Spray Foam Insulation | contractor
gutter_service | 4 | town | trade | Gutters, Seamless Gutters, Gutter Cleaning | roofing, home_service
siding | 4 | town | trade | Siding, Siding & Windows, Exteriors | roofing, contractor
windows_installation | 6 | town | trade | Windows, Windows & Doors, Window Installation | window_supplier, contractor
window_washing | 3 | town | trade | Window Cleaning, Window Washing | home_service, cleaning_services
solar_installation | 6 | town | trade | Solar, Solar Power, Solar Energy | contractor, electrician
septic_services | 5 | everywhere | trade | Septic, Septic Services, Septic & Sewer | plumbing, excavation_service
well_drilling | 2 | everywhere | trade | Well Drilling, Drilling & Pump | contractor
excavation_service | 5 | everywhere | trade | Excavating, Earthworks, Grading & Excavation | contractor, construction_services
paving_contractor | 4 | town | trade | Paving, Asphalt, Paving & Sealcoating | contractor
foundation_repair | 3 | city | trade | Foundation Repair, Basement Waterproofing | waterproofing, contractor
damage_restoration | 6 | town | trade | Restoration, Water & Fire Restoration, Cleanup & Restoration | fire_and_water_damage_restoration, home_service
carpet_cleaning | 7 | town | trade | Carpet Cleaning, Carpet Care, Steam Cleaning | home_service, cleaning_services
pressure_washing | 4 | town | trade | Pressure Washing, Power Wash, Exterior Cleaning | home_service
pool_cleaning | 5 | town | trade | Pools, Pool Service, Pool & Spa Care | pool_and_hot_tub_services, home_service
appliance_repair_service | 6 | town | trade | Appliance Repair, Appliance Service | home_service
key_and_locksmith | 8 | town | trade | Locksmith, Lock & Key, Lock & Safe | home_service, security_systems
security_systems | 4 | city | trade | Security Systems, Alarm Co., Home Security | home_security
movers | 8 | town | trade | Moving, Moving & Storage, Movers | transportation, storage_facility
junk_removal_and_hauling | 5 | town | trade | Junk Removal, Hauling, Haul Away | garbage_collection_service
dumpster_rentals | 3 | town | trade | Dumpster Rental, Roll-Off Dumpsters | garbage_collection_service
garbage_collection_service | 4 | everywhere | trade | Sanitation, Disposal, Waste Services | recycling_center
self_storage_facility | 12 | everywhere | trade | Self Storage, Storage, Mini Storage | storage_facility
interior_design | 8 | city | studio | Interiors, Interior Design, Design Studio | home_decor, professional_services
architect | 5 | city | firm | Architects, Architecture, Architecture + Design | architectural_designer, professional_services
architectural_designer | 4 | city | studio | Architecture, Design Group, Design Build | interior_design, engineering_services
landscape_architect | 2 | city | studio | Landscape Architecture, Garden Design | landscaping
home_inspector | 7 | town | trade | Home Inspections, Property Inspections, Inspection Services | inspection_services, real_estate_service
home_developer | 5 | town | trade | Homes, Custom Homes, Home Builders | builders, contractor
construction_services | 9 | everywhere | trade | Construction Services, Construction, Building Co. | contractor, professional_services
countertop_installation | 3 | city | trade | Countertops, Granite & Quartz, Stone Works | granite_supplier, kitchen_and_bath
cabinet_sales_service | 3 | city | trade | Cabinets, Cabinetry, Custom Cabinets | kitchen_and_bath, carpenter
janitorial_services | 5 | town | trade | Janitorial, Commercial Cleaning, Building Services | office_cleaning, cleaning_services
chimney_sweep | 2 | town | trade | Chimney Sweep, Chimney & Hearth | fireplace_service, home_service
water_treatment_equipment_and_services | 3 | town | trade | Water Treatment, Water Systems | water_softening_equipment_supplier
land_surveying | 3 | town | trade | Land Surveying, Surveying & Mapping | engineering_services
welders | 3 | everywhere | trade | Welding, Welding & Fabrication | metal_fabricator
automotive_repair | 32 | everywhere | auto | Auto Repair, Automotive, Auto Service, Garage | automotive_services_and_repair, tire_dealer_and_repair
auto_body_shop | 11 | everywhere | auto | Auto Body, Collision, Collision Center | automotive_repair
tire_dealer_and_repair | 10 | everywhere | auto | Tire, Tire & Auto, Tire Center | automotive_repair, tire_shop
oil_change_station | 6 | town | auto | Oil & Lube, Quick Lube, Oil Change | automotive_repair
car_dealer | 12 | town | auto | Motors, Auto Group, Auto Mall | automotive_dealer, used_car_dealer
used_car_dealer | 10 | everywhere | auto | Auto Sales, Used Cars, Pre-Owned | car_dealer
car_wash | 8 | town | auto | Car Wash, Express Wash, Auto Spa | auto_detailing
auto_detailing | 6 | town | auto | Detailing, Mobile Detail, Auto Detail | car_wash
auto_glass_service | 3 | town | auto | Auto Glass, Windshield Repair | automotive_repair
auto_parts_and_supply_store | 7 | everywhere | auto | Auto Parts, Auto Supply, Parts House | automotive_parts_and_accessories
transmission_repair | 3 | town | auto | Transmissions, Transmission Repair | automotive_repair
towing_service | 8 | everywhere | auto | Towing, Towing & Recovery, Wrecker Service | roadside_assistance, automotive_repair
motorcycle_dealer | 3 | city | auto | Cycles, Powersports, Motorcycles | motorcycle_repair
recreational_vehicle_dealer | 3 | town | auto | RV, RV Center, Campers | recreation_vehicle_repair
truck_repair | 4 | everywhere | auto | Truck Repair, Diesel Service, Diesel & Truck | automotive_repair
boat_dealer | 3 | town | auto | Marine, Boats & Motors, Boat Works | boat_service_and_repair
car_rental_agency | 3 | city | auto | Car Rental, Rent-A-Car | transportation
gas_station | 16 | everywhere | auto | Fuel, Service Station, Gas & Go | convenience_store
vehicle_wrap | 2 | city | auto | Wraps, Graphics & Wraps, Window Tint | car_window_tinting
`
