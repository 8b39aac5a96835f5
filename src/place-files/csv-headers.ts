import { perTextFact, textFacts } from './text-facts.ts'

/** Headers that often mean something else. They are used only for fields that no other column has. */
export const rareHeaders: ReadonlySet<string> = new Set(['st', 'status', 'title', 'type', 'x', 'y'])

const spellings = (text: string): string[] => text.trim().split(/\s+/)

/** Common headers for each field, reduced to letters and digits, best first. */
export const csvHeaders = {
  // "id" is missing because it may be a row number, and "company_id" because all branches share it. Operators can still
  // map these headers themselves.
  id: spellings('placeid sourceid googleplaceid cid'),
  name: spellings(`
    businessname companyname name title company business organization organizationname accountname firmname
    storename dbaname companyaccount associatedcompany establishment establishmentname facilityname merchantname
    vendorname tradename dba doingbusinessas
  `),
  website: spellings(`
    website url site web websiteurl webaddress websiteaddress companywebsite businesswebsite homepage webpage domain
    organizationwebsite companydomainname companydomain www weburl websitelink companyurl
  `),
  phone: spellings(`
    phone phonenumber telephone telephonenumber tel phoneunformatted businessphone companyphone mainphone workphone
    phone1 phone1value phones phones0 phone2 phone2value mobile mobilephone mobilephonenumber personphone
    personphonework organizationphone ph phoneno phonenum telephoneno telno contactphone contactnumber primaryphone
    cell cellphone
  `),
  email: spellings(`
    email emailaddress emails mail contactemail businessemail companyemail email1 email1value emails0 email2
    email2value emails1 personemail personemailwork emailid primaryemail
  `),
  // Before the street, because "St" is the state unless another column is.
  state: spellings(`
    state stateregion region province stateprovince statecode usstate billingstate billingstateprovince mailingstate
    mailingstateprovince shippingstate stateabbr stateabbreviation businessstate companystate st
  `),
  street: spellings(`
    address streetaddress fulladdress street address1 addressline1 street1 businessaddress companyaddress
    mailingaddress mailingstreet billingstreet billingaddress shippingstreet formattedaddress organizationaddress
    streetaddr addr addr1 addrline1 addressline addressstreet streetaddress1 streetaddressline1 streetline1
    physicaladdress locationaddress storeaddress officeaddress businessstreet companystreet st
  `),
  city: spellings(`
    city town locality citystate citystatezip billingcity mailingcity shippingcity cityname municipality
    businesscity companycity
  `),
  zip: spellings(`
    zip zipcode postalcode postcode zippostalcode billingzip billingpostalcode billingzippostalcode mailingzip billingcode mailingcode shippingcode
    mailingpostalcode mailingzippostalcode shippingpostalcode zip5 postal postalzip businesszip companyzip
  `),
  country: spellings('country countrycode countryregion billingcountry mailingcountry'),
  category: spellings(`
    category type categoryname categories maincategory primarycategory industry businesstype types subtypes
    tradetype
  `),
  rating: spellings('rating totalscore reviewrating stars starrating averagerating googlerating reviewscore'),
  reviews: spellings(`
    reviews reviewcount reviewscount numberofreviews ratingcount userratingstotal userratingcount totalreviews
  `),
  lat: spellings('lat latitude locationlat geolat y'),
  lon: spellings('lng lon longitude long locationlng locationlon geolng x'),
  facebook: spellings('facebook facebooks facebooks0 facebookurl facebookpage facebookcompanypage'),
  instagram: spellings('instagram instagrams instagrams0 instagramurl'),
  twitter: spellings('twitter twitters twitters0 twitterurl twitterhandle x'),
  linkedin: spellings('linkedin linkedins linkedins0 linkedinurl linkedincompanypage'),
  status: spellings(`
    businessstatus operatingstatus operationalstatus operationstatus placestatus storestatus locationstatus
    openstate status
  `),
  permanentlyClosed: spellings(`
    permanentlyclosed ispermanentlyclosed permanentclosed ispermanentclosed closedpermanently isclosedpermanently
    permanentclosure isclosed closed
  `),
  temporarilyClosed: spellings(`
    temporarilyclosed istemporarilyclosed temporaryclosed istemporaryclosed closedtemporarily isclosedtemporarily
    temporaryclosure tempclosed istempclosed
  `),
  // "Close Date" is missing because it is the date of a deal.
  closedOn: spellings('enddate closedon closeddate closuredate dateclosed businessenddate locationenddate'),
  ...perTextFact(name => textFacts[name].csv),
} satisfies Record<string, readonly string[]>
export type Field = keyof typeof csvHeaders

const SAYS_STATUS =
  /^(?:is)?(?:perm\w*|temp\w*)?clos(?:ed?|ing|ure)|(?<!dis|en)clos(?:ed|ure)$|status$|^end(?:s|ed)?(?:date)?$|^isopen$/

/** Whether a header may say which businesses are closed: "Is Closed", "License Status", or "End Date". */
export function mayTellStatus(header: string): boolean {
  const words = header
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
  return [...words, words.join('')].some(word => SAYS_STATUS.test(word))
}
