export const automotiveAliases = `
Auto Repair
  auto repair, mechanic, car repair, auto mechanic, auto shop, garage, car mechanic, auto service, automotive repair,
  car service, auto repair shop, vehicle repair, auto care
  = automotive_repair automotive_services_and_repair! automotive_service! brake_service_and_repair transmission_repair
  = engine_repair_service exhaust_and_muffler_repair oil_change_station auto_electrical_repair hybrid_car_repair
  = diy_auto_shop car_repair
Auto Body Shops
  auto body, body shop, collision repair, collision center, auto body shop, dent repair, auto paint,
  paintless dent repair
  = auto_body_shop mobile_dent_repair
Oil Change
  oil change, lube, quick lube
  = oil_change_station
Tires
  tire, tires, tire shop, tire store, tire dealer, wheel and tire, wheel alignment
  = tire_dealer_and_repair tire_shop tire_repair_shop wheel_and_rim_repair b2b_tires
Brakes & Mufflers
  brake, brake repair, muffler, muffler shop, exhaust
  = brake_service_and_repair exhaust_and_muffler_repair
Transmissions
  transmission, transmission repair, transmission shop
  = transmission_repair
Car Wash
  car wash, auto wash, carwash, car washing
  = car_wash
Auto Detailing
  auto detailing, car detailing, detailing, detailer, ceramic coating
  = auto_detailing
Auto Glass
  auto glass, windshield, windshield repair, windshield replacement, window tinting, car window tinting
  = auto_glass_service windshield_installation_and_repair car_window_tinting
Towing
  towing, tow truck, tow service, tow, roadside assistance, wrecker service
  = towing_service roadside_assistance emergency_roadside_service
Car Dealers
  car dealer, car dealership, auto dealer, auto dealership, dealership, auto sales, used car, used car dealer, car lot,
  new car dealer, cars for sale, car sales
  = car_dealer used_car_dealer automotive_dealer! vehicle_dealer! auto_dealer truck_dealer car_broker
Motorcycles
  motorcycle, motorcycle dealer, motorcycle shop, motorcycle repair, harley
  = motorcycle_dealer motorcycle_repair motorcycle_gear scooter_dealers motorcycle_service
RVs
  rv dealer, rv repair, rv, recreational vehicle, camper, rv service
  = recreational_vehicle_dealer recreation_vehicle_repair recreational_vehicle_parts_and_accessories
Boats
  boat dealer, boat repair, boat, boats, marine repair, boat service
  = boat_dealer boat_service_and_repair boat_parts_and_accessories boat_parts_and_supply_store
Marinas
  marina, boat slip
  = marina
Auto Parts
  auto parts, car parts, auto parts store, auto part, salvage yard, junkyard
  = auto_parts_and_supply_store automotive_parts_and_accessories junkyard
Gas Stations
  gas station, gas, petrol station, fuel station, service station, filling station, truck stop
  = gas_station fueling_station! truck_gas_station truck_stop
EV Charging
  ev charging, charging station, electric vehicle charging, ev charger
  = ev_charging_station
Car Rental
  car rental, rent a car, auto rental, rental car, car hire, vehicle rental
  = car_rental_agency vehicle_rental_service!
Truck Rental
  truck rental, van rental, moving truck rental
  = truck_rentals trailer_rentals
Truck Repair
  truck repair, diesel repair, diesel mechanic, semi truck repair, fleet repair
  = truck_repair truck_repair_and_services_for_businesses
Truck Dealers
  truck dealer, commercial truck dealer, trailer dealer, semi truck dealer
  = truck_dealer truck_dealer_for_businesses commercial_vehicle_dealer trailer_dealer
Emissions & Inspection
  emissions, smog check, smog, car inspection, vehicle inspection, emission test
  = emissions_inspection car_inspection car_inspector
Car Audio
  car audio, car stereo, car alarm
  = car_stereo_installation car_stereo_store auto_security
Vehicle Wraps
  car wrap, vehicle wrap
  = vehicle_wrap
Auto Customization
  auto upholstery, auto customization, custom cars
  = auto_customization auto_upholstery
Parking
  parking, parking lot, parking garage, valet parking
  = parking valet_service
Taxis
  taxi, cab, cab company, taxi service, taxicab
  = taxi_service taxi_rank ride_sharing taxi_or_ride_share_service!
Limousines
  limo, limousine, black car, chauffeur, town car, airport transportation, airport shuttle
  = limo_services town_car_service airport_shuttles
Trucking & Freight
  trucking, trucking company, freight, logistics, freight company, transportation company, hauler, logistics company,
  3pl, freight broker, shipping company
  = motor_freight_trucking freight_and_cargo_service b2b_transportation_and_storage_service!
  = business_storage_and_transportation! freight_forwarding_agency distribution_services
Couriers
  courier, delivery service, courier service, package delivery, messenger, same day delivery
  = courier_and_delivery_services shipping_center shipping_or_delivery_service!
Shipping & Mailboxes
  shipping, shipping store, mailbox, mailbox rental, pack and ship, mail center
  = shipping_center mailbox_center shipping_collection_services packing_services
Auto Transport
  auto transport, car shipping, vehicle shipping
  = vehicle_shipping
`
