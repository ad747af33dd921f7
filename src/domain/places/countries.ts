import { searchText } from "./searchText.ts"

/** ISO 3166-1: alpha-2, alpha-3, display name, then other names in use. */
const table = `
AD AND Andorra|AE ARE United Arab Emirates/UAE|AF AFG Afghanistan|AG ATG Antigua and Barbuda|AI AIA Anguilla|AL ALB Albania
AM ARM Armenia|AO AGO Angola|AQ ATA Antarctica|AR ARG Argentina|AS ASM American Samoa|AT AUT Austria|AU AUS Australia
AW ABW Aruba|AX ALA Åland Islands|AZ AZE Azerbaijan|BA BIH Bosnia and Herzegovina|BB BRB Barbados|BD BGD Bangladesh
BE BEL Belgium|BF BFA Burkina Faso|BG BGR Bulgaria|BH BHR Bahrain|BI BDI Burundi|BJ BEN Benin|BL BLM Saint Barthélemy
BM BMU Bermuda|BN BRN Brunei/Brunei Darussalam|BO BOL Bolivia|BQ BES Caribbean Netherlands/Bonaire|BR BRA Brazil
BS BHS Bahamas/The Bahamas|BT BTN Bhutan|BV BVT Bouvet Island|BW BWA Botswana|BY BLR Belarus|BZ BLZ Belize|CA CAN Canada
CC CCK Cocos Islands|CD COD Democratic Republic of the Congo/DR Congo|CF CAF Central African Republic
CG COG Republic of the Congo/Congo|CH CHE Switzerland|CI CIV Côte d'Ivoire/Ivory Coast|CK COK Cook Islands|CL CHL Chile
CM CMR Cameroon|CN CHN China|CO COL Colombia|CR CRI Costa Rica|CU CUB Cuba|CV CPV Cabo Verde/Cape Verde|CW CUW Curaçao
CX CXR Christmas Island|CY CYP Cyprus|CZ CZE Czechia/Czech Republic|DE DEU Germany|DJ DJI Djibouti|DK DNK Denmark
DM DMA Dominica|DO DOM Dominican Republic|DZ DZA Algeria|EC ECU Ecuador|EE EST Estonia|EG EGY Egypt|EH ESH Western Sahara
ER ERI Eritrea|ES ESP Spain|ET ETH Ethiopia|FI FIN Finland|FJ FJI Fiji|FK FLK Falkland Islands|FM FSM Micronesia
FO FRO Faroe Islands|FR FRA France|GA GAB Gabon|GB GBR United Kingdom/Great Britain/UK|GD GRD Grenada|GE GEO Georgia
GF GUF French Guiana|GG GGY Guernsey|GH GHA Ghana|GI GIB Gibraltar|GL GRL Greenland|GM GMB Gambia/The Gambia|GN GIN Guinea
GP GLP Guadeloupe|GQ GNQ Equatorial Guinea|GR GRC Greece|GS SGS South Georgia and the South Sandwich Islands
GT GTM Guatemala|GU GUM Guam|GW GNB Guinea-Bissau|GY GUY Guyana|HK HKG Hong Kong|HM HMD Heard Island and McDonald Islands
HN HND Honduras|HR HRV Croatia|HT HTI Haiti|HU HUN Hungary|ID IDN Indonesia|IE IRL Ireland|IL ISR Israel|IM IMN Isle of Man
IN IND India|IO IOT British Indian Ocean Territory|IQ IRQ Iraq|IR IRN Iran|IS ISL Iceland|IT ITA Italy|JE JEY Jersey
JM JAM Jamaica|JO JOR Jordan|JP JPN Japan|KE KEN Kenya|KG KGZ Kyrgyzstan|KH KHM Cambodia|KI KIR Kiribati|KM COM Comoros
KN KNA Saint Kitts and Nevis|KP PRK North Korea|KR KOR South Korea/Korea/Republic of Korea|KW KWT Kuwait
KY CYM Cayman Islands|KZ KAZ Kazakhstan|LA LAO Laos|LB LBN Lebanon|LC LCA Saint Lucia|LI LIE Liechtenstein|LK LKA Sri Lanka
LR LBR Liberia|LS LSO Lesotho|LT LTU Lithuania|LU LUX Luxembourg|LV LVA Latvia|LY LBY Libya|MA MAR Morocco|MC MCO Monaco
MD MDA Moldova|ME MNE Montenegro|MF MAF Saint Martin|MG MDG Madagascar|MH MHL Marshall Islands|MK MKD North Macedonia
ML MLI Mali|MM MMR Myanmar/Burma|MN MNG Mongolia|MO MAC Macao/Macau|MP MNP Northern Mariana Islands|MQ MTQ Martinique
MR MRT Mauritania|MS MSR Montserrat|MT MLT Malta|MU MUS Mauritius|MV MDV Maldives|MW MWI Malawi|MX MEX Mexico|MY MYS Malaysia
MZ MOZ Mozambique|NA NAM Namibia|NC NCL New Caledonia|NE NER Niger|NF NFK Norfolk Island|NG NGA Nigeria|NI NIC Nicaragua
NL NLD Netherlands/The Netherlands/Holland|NO NOR Norway|NP NPL Nepal|NR NRU Nauru|NU NIU Niue|NZ NZL New Zealand
OM OMN Oman|PA PAN Panama|PE PER Peru|PF PYF French Polynesia|PG PNG Papua New Guinea|PH PHL Philippines|PK PAK Pakistan
PL POL Poland|PM SPM Saint Pierre and Miquelon|PN PCN Pitcairn|PR PRI Puerto Rico|PS PSE Palestine|PT PRT Portugal
PW PLW Palau|PY PRY Paraguay|QA QAT Qatar|RE REU Réunion|RO ROU Romania|RS SRB Serbia|RU RUS Russia/Russian Federation
RW RWA Rwanda|SA SAU Saudi Arabia|SB SLB Solomon Islands|SC SYC Seychelles|SD SDN Sudan|SE SWE Sweden|SG SGP Singapore
SH SHN Saint Helena|SI SVN Slovenia|SJ SJM Svalbard and Jan Mayen|SK SVK Slovakia|SL SLE Sierra Leone|SM SMR San Marino
SN SEN Senegal|SO SOM Somalia|SR SUR Suriname|SS SSD South Sudan|ST STP São Tomé and Príncipe|SV SLV El Salvador
SX SXM Sint Maarten|SY SYR Syria|SZ SWZ Eswatini/Swaziland|TC TCA Turks and Caicos Islands|TD TCD Chad
TF ATF French Southern Territories|TG TGO Togo|TH THA Thailand|TJ TJK Tajikistan|TK TKL Tokelau|TL TLS Timor-Leste/East Timor
TM TKM Turkmenistan|TN TUN Tunisia|TO TON Tonga|TR TUR Türkiye/Turkey|TT TTO Trinidad and Tobago|TV TUV Tuvalu|TW TWN Taiwan
TZ TZA Tanzania|UA UKR Ukraine|UG UGA Uganda|UM UMI United States Minor Outlying Islands
US USA United States/United States of America|UY URY Uruguay|UZ UZB Uzbekistan|VA VAT Vatican City/Holy See
VC VCT Saint Vincent and the Grenadines|VE VEN Venezuela|VG VGB British Virgin Islands|VI VIR US Virgin Islands
VN VNM Vietnam/Viet Nam|VU VUT Vanuatu|WF WLF Wallis and Futuna|WS WSM Samoa|XK XKX Kosovo|YE YEM Yemen|YT MYT Mayotte
ZA ZAF South Africa|ZM ZMB Zambia|ZW ZWE Zimbabwe`

interface Country {
  readonly code: string
  readonly name: string
  /** Every spelling, normalised by `searchText`. */
  readonly spellings: ReadonlyArray<string>
}

const countryOf = (entry: string): Country => {
  const [code = "", alpha3 = ""] = entry.split(" ")
  const names = entry.slice(7).split("/")
  return { code, name: names[0] ?? code, spellings: [...names, code, alpha3].map(searchText) }
}

const countries = table.trim().split(/[|\n]/u).map(countryOf)

const byCode = new Map(countries.map((country) => [country.code, country]))

const bySpelling = new Map(countries.flatMap((country) => country.spellings.map((spelling) => [spelling, country])))

/** The country with this two- or three-letter code or name, in any case; undefined if there is none. */
export const findCountry = (text: string): Country | undefined => bySpelling.get(searchText(text))

/** Without the flag `u`, with which `i` also accepts the long s and the Kelvin sign as letters. */
const letters = /^[a-z]{2,3}$/i

/** The country with this two- or three-letter ISO 3166-1 code, in any case (MEM-015). */
export const countryOfCode = (code: string): Country | undefined =>
  letters.test(code) ? (byCode.get(code.toUpperCase()) ?? findCountry(code)) : undefined
