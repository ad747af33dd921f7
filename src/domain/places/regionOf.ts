import type { Region } from "../properties/PropertyFilter.ts"
import { countryOfCode } from "./countries.ts"
import type { FoundPlace } from "./Places.ts"
import { searchText } from "./searchText.ts"

/** The spellings of a place's country; none without a country. */
export const countrySpellingsOf = ({ country }: Pick<FoundPlace, "country">): ReadonlyArray<string> =>
  country === null ? [] : (countryOfCode(country)?.spellings ?? [searchText(country)])

/** Properties state a region by its name or its code. */
export const regionOf = (place: Pick<FoundPlace, "name" | "adminCode" | "country">): Region => ({
  state: [place.name, place.adminCode ?? place.name].map(searchText),
  country: countrySpellingsOf(place)
})
