import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { countryOfCode, findCountry } from "../../../src/domain/places/countries.ts"
import { boundsAround, distanceKm, isWithin } from "../../../src/domain/places/geo.ts"
import { searchText } from "../../../src/domain/places/searchText.ts"

const coordinates = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true })
})

describe("distances", () => {
  it("MEM-015: are measured along great circles", () => {
    const [lisbon, tokyo] = [
      { latitude: 38.7223, longitude: -9.1393 },
      { latitude: 35.6762, longitude: 139.6503 }
    ]
    assert.closeTo(distanceKm(lisbon, tokyo), 11_144, 15)
    assert.strictEqual(distanceKm(lisbon, lisbon), 0)
    const half = Math.PI * 6371.0088
    assert.closeTo(distanceKm({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 77 }), half, 0.001)
    assert.closeTo(distanceKm({ latitude: 0, longitude: 179 }, { latitude: 0, longitude: -179 }), half / 90, 0.001)
  })

  it("MEM-015: the bounds around a circle contain every point within it", () => {
    fc.assert(
      fc.property(
        coordinates,
        fc.double({ min: 0.001, max: 21_000, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (centre, radiusKm, part, bearing) => {
          const angle = (part * radiusKm) / 6371.0088
          const from = (centre.latitude * Math.PI) / 180
          const up = Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing)
          const latitude = Math.asin(Math.min(1, Math.max(-1, up)))
          const turn = Math.atan2(
            Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
            Math.cos(angle) - Math.sin(from) * Math.sin(latitude)
          )
          const longitude = centre.longitude + (turn * 180) / Math.PI
          const point = {
            latitude: (latitude * 180) / Math.PI,
            longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
          }
          if (distanceKm(centre, point) > radiusKm) return
          assert.isTrue(isWithin(boundsAround(centre, radiusKm), point))
        }
      ),
      { numRuns: 2000 }
    )
  })
})

describe("names", () => {
  it("MEM-034: are compared without case, accents and punctuation", () => {
    assert.strictEqual(searchText("  São  Tomé-et ÆØ/Saint-Denis, O'Hare "), "sao tome et aeo saint denis ohare")
    assert.strictEqual(searchText("ß"), searchText("SS"))
    assert.strictEqual(searchText("--"), "")
  })

  it("MEM-015: of countries are found by code and by name, in any case", () => {
    for (const text of ["PT", "pt", "PRT", "prt"]) assert.strictEqual(countryOfCode(text)?.name, "Portugal")
    for (const text of ["Portugal", "PORTUGAL", "prt"]) assert.strictEqual(findCountry(text)?.code, "PT")
    for (const text of ["Turkey", "Türkiye", "turkiye"]) assert.strictEqual(findCountry(text)?.code, "TR")
    for (const text of ["USA1", "P", "", "Portugal", "QQ", "ß", "ſe", "\u212ae"])
      assert.isUndefined(countryOfCode(text))
  })
})
